import postgres from 'postgres'

export interface Guard {
  serverVersion: string
  close(): Promise<void>
}

const key = 4400

/**
 * One Muster per data folder: a lock that lives as long as this connection, so kill -9 frees it too.
 * Undefined: somebody else holds it. `onLost` is called once when the connection breaks by itself.
 */
export async function takeGuard(url: string, onLost: () => void): Promise<Guard | undefined> {
  let held = false
  const sql = postgres(url, {
    max: 1,
    // Postgres.js would otherwise renew the connection within the hour, and the lock would be gone.
    max_lifetime: null,
    idle_timeout: 0,
    fetch_types: false,
    connect_timeout: 10,
    connection: { application_name: 'muster guard' },
    onnotice: () => {},
    onclose: () => {
      if (!held) return
      held = false
      onLost()
    },
  })
  try {
    const [row] = await sql<{ taken: boolean; version: string }[]>`
      select pg_try_advisory_lock(${key}) as taken, current_setting('server_version') as version`
    held = row?.taken ?? false
    if (!row || !held) {
      await sql.end({ timeout: 1 })
      return undefined
    }
    const close = async () => {
      held = false
      await sql.end({ timeout: 1 })
    }
    return { serverVersion: row.version, close }
  } catch (error) {
    await sql.end({ timeout: 0 })
    throw error
  }
}

/** Not yet or no longer taking connections: worth another try. */
export function isPassing(error: unknown) {
  const { code } = error as { code?: string }
  return /^(ECONNREFUSED|ECONNRESET|CONNECTION_|CONNECT_TIMEOUT|EPIPE|57P0)/.test(code ?? '')
}
