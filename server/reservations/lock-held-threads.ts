import { sql } from 'drizzle-orm'
import { type Context, LookAgain } from '../context.ts'

/** What the session holds, what it could get back, and what it waits for: all that its end, or the end's undoing, writes to. */
export const threadsOf = (sessionId: string) => sql`
  select thread_id from reservations where session_id = ${sessionId} and released_at is null
  union select thread_id from reservations where session_id = ${sessionId} and undo_until is not null
  union select thread_id from thread_waiters where session_id = ${sessionId}`

/**
 * For a verb that starts from a session: threads come before sessions in the lock order, so find them, lock them by
 * name, let the caller lock the session, and look again whether there is one more (GEN-11).
 */
export async function withHeldThreads<Locked>(
  tx: Context,
  sessionId: string,
  lockSession: () => Promise<Locked>,
): Promise<Locked> {
  const held = await tx.db.execute<{ id: string }>(sql`
    select id from threads where id in (${threadsOf(sessionId)})
    order by workspace collate "C", name collate "C" for update`)
  const session = await lockSession()
  const now = await tx.db.execute<{ id: string }>(sql`select thread_id as id from (${threadsOf(sessionId)}) t`)
  if (now.some(({ id }) => !held.some((known) => known.id === id))) throw new LookAgain()
  return session
}
