import { type EndSession, type Session } from '../../contract/sessions.ts'
import { type Context, transaction } from '../context.ts'
import { withHeldThreads } from '../reservations/lock-held-threads.ts'
import { endLockedSession } from './end-locked-session.ts'
import { lockSession, sessionEnded } from './lock-session.ts'
import { viewSession } from './view-session.ts'

/** One way: active to one of the ends, freeing all that the session holds. The same end again changes nothing (SES-4). */
export function endSession(ctx: Context, id: string, end: EndSession): Promise<Session> {
  return transaction(ctx, async (tx) => {
    const session = await withHeldThreads(tx, id, () => lockSession(tx, id))
    if (session.status === end.status) return viewSession(tx, id)
    if (session.status !== 'active') throw sessionEnded(session)
    return endLockedSession(tx, session, end)
  })
}
