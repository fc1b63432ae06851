import { DrizzleQueryError } from 'drizzle-orm'
import { pino, type Logger } from 'pino'
import { sqlState } from '../db/sql-state.ts'

/** Nothing secret reaches the log: headers and bodies are never logged, and these names are struck out wherever they stand. */
export const createLog = (level: string): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      serializers: { err: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['authorization', 'cookie', 'password', 'token', 'secret'].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[secret]',
      },
    },
    // Words for people are on stdout, the log is on stderr.
    pino.destination(2),
  )

/** Drizzle writes a failed query's parameters, hashes and addresses among them, into its message: only the cause is told. */
function describeError(error: unknown): object {
  if (error instanceof DrizzleQueryError) return { ...describeError(error.cause), query: error.query }
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return { name, message, code: sqlState(error), stack, ...(cause !== undefined && { cause: describeError(cause) }) }
}
