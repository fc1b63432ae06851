import { sql } from 'drizzle-orm'
import { type Context, LookAgain } from '../context.ts'

const heldBy = (sessionId: string) => sql`
  from threads t join reservations r on r.thread_id = t.id
  where r.session_id = ${sessionId} and r.released_at is null`

/**
 * For a verb that starts from a session: threads come before sessions in the lock order, so find them, lock them by
 * name, let the caller lock the session, and look again whether it holds the same (GEN-11).
 */
export async function withHeldThreads<Locked>(
  tx: Context,
  sessionId: string,
  lockSession: () => Promise<Locked>,
): Promise<Locked> {
  const held = await tx.db.execute<{ id: string }>(sql`
    select t.id ${heldBy(sessionId)} order by t.workspace collate "C", t.name collate "C" for update of t`)
  const session = await lockSession()
  const now = await tx.db.execute<{ id: string }>(sql`select t.id ${heldBy(sessionId)}`)
  if (now.some(({ id }) => !held.some((known) => known.id === id))) throw new LookAgain()
  return session
}
