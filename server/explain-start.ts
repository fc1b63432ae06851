import { EmbeddedError } from '../db/embedded/embedded-error.ts'
import { PostgresTooOld, SchemaTooNew } from '../db/migrate.ts'
import { isUnreachable } from '../db/sql-state.ts'
import { ConfigError } from './config.ts'
import { PortTaken } from './http/listen.ts'

/** Why Muster did not start and what to do, for a person at a terminal; null when nobody foresaw it. */
export function explainStart(error: unknown): string | null {
  if (error instanceof EmbeddedError) return `${error.message}\n${error.hint}`
  if (error instanceof ConfigError) return `The configuration can not be taken:\n${error.message}`
  if (error instanceof PortTaken) return `${error.message}\nEnd that program, or choose another port: PORT=4401 npm start`
  if (error instanceof SchemaTooNew || error instanceof PostgresTooOld) return error.message
  if (isUnreachable(error)) return `The database of DATABASE_URL can not be reached: ${(error as Error).message}\nCheck the address, and that PostgreSQL runs.`
  return null
}
