import { sql } from 'drizzle-orm'
import { type SessionFilter } from '../../contract/sessions.ts'
import { type Context } from '../context.ts'
import { judgeLocked } from '../liveness/judge-locked.ts'
import { withHeldThreads } from '../reservations/lock-held-threads.ts'
import { endLockedSession } from '../sessions/end-locked-session.ts'
import { lockIfThere } from '../sessions/lock-session.ts'
import { sessionFilter } from '../sessions/session-filter.ts'

export type Outcome = { result: 'abandoned' | 'skipped' | 'failed' | 'undone'; said: string | null }
type What = { filter: SessionFilter | null; reason: string; undoMs: number }

const skipped = (said: string): Outcome => ({ result: 'skipped', said })

/** One of many, looked at again under its lock: what changed since the confirmation is skipped and said (OPS-2). */
export async function abandonItem(tx: Context, id: string, { filter, reason, undoMs }: What): Promise<Outcome> {
  const session = await withHeldThreads(tx, id, () => lockIfThere(tx, id))
  if (!session) return skipped('it is not there')
  const { status, endedBy, completedAt } = session
  if (status !== 'active') return skipped(`already ended as ${status} by ${endedBy} at ${completedAt}`)
  if (filter) {
    // The beat row is held from here on: a beat that would make it fit no longer has come before, or comes too late (LIV-13).
    const { verdict } = await judgeLocked(tx, id)
    const [fits] = await tx.db.execute(sql`select from session_view v where v.id = ${id} and ${sessionFilter(filter)}`)
    if (!fits) return skipped(`changed meanwhile: it is ${verdict} now, and fits the filter no longer`)
  }
  await endLockedSession(tx, session, { status: 'abandoned', reason, undoMs })
  return { result: 'abandoned', said: null }
}
