import { sql } from 'drizzle-orm'
import { type SessionEnd } from '../../contract/sessions.ts'
import { actorLabel, type Context } from '../context.ts'

export type Release = { as: SessionEnd; reason?: string | null; undoMs?: number }

/** Frees all that a session holds, and gives which threads. They must be locked. The rows stay as the history of owners. */
export async function releaseThreads(tx: Context, sessionId: string, { as, reason = null, undoMs = 0 }: Release): Promise<string[]> {
  const freed = await tx.db.execute<{ id: string }>(sql`
    update reservations set released_at = clock_timestamp(), released_as = ${as}, released_by = ${actorLabel(tx.actor)},
      release_reason = ${reason}, undo_until = ${undoMs > 0 ? sql`clock_timestamp() + ${undoMs} * interval '1 ms'` : null}
    where session_id = ${sessionId} and released_at is null returning thread_id as id`)
  return freed.map(({ id }) => id)
}
