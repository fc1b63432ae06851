import { sql } from 'drizzle-orm'
import { type SessionEnd } from '../../contract/sessions.ts'
import { type Context } from '../context.ts'

/** Frees all that a session holds. Its threads must be locked. The rows stay as the history of owners. */
export async function releaseThreads(tx: Context, sessionId: string, as: SessionEnd): Promise<void> {
  await tx.db.execute(sql`
    update reservations set released_at = clock_timestamp(), released_as = ${as}
    where session_id = ${sessionId} and released_at is null`)
}
