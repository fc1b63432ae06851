/** The SQLSTATE (or the driver's code) of a database error, through Drizzle's wrapping. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, name } = at as Error & { code?: unknown }
    if (typeof code === 'string' && (name === 'PostgresError' || /^(CONNECTION_|CONNECT_|ECONN|EPIPE|ETIMEDOUT|ENOENT)/.test(code)))
      return code
  }
  return undefined
}

const unreachable = /^(CONNECTION_|CONNECT_|ECONN|EPIPE|ETIMEDOUT|ENOENT|08|57P0|53300)/
export const isUnreachable = (error: unknown) => unreachable.test(sqlState(error) ?? '')

/** Gave up waiting: lock_timeout, statement_timeout. The transaction was rolled back. */
export const isTimeout = (error: unknown) => ['55P03', '57014'].includes(sqlState(error) ?? '')
