import { sql, type SQL } from 'drizzle-orm'
import { type SessionEnd } from '../../contract/sessions.ts'
import { actorLabel, type Context } from '../context.ts'

/** `at` is the instant of the end that frees them: what was freed by it can be told from what was freed before. */
export type Release = { as: SessionEnd; reason?: string | null; undoMs?: number; at?: SQL }

/** Frees all that a session holds, and gives which threads. They must be locked. The rows stay as the history of owners. */
export async function releaseThreads(
  tx: Context,
  sessionId: string,
  { as, reason = null, undoMs = 0, at = sql`clock_timestamp()` }: Release,
): Promise<string[]> {
  const freed = await tx.db.execute<{ id: string }>(sql`
    update reservations set released_at = e.at, released_as = ${as}, released_by = ${actorLabel(tx.actor)},
      release_reason = ${reason}, undo_until = ${undoMs > 0 ? sql`e.at + ${undoMs} * interval '1 ms'` : null}
    from (select ${at} as at offset 0) e
    where session_id = ${sessionId} and released_at is null returning thread_id as id`)
  return freed.map(({ id }) => id)
}
