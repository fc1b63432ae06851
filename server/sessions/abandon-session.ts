import { type AbandonSession, type Session, undoWindowMs } from '../../contract/sessions.ts'
import { type Context, transaction } from '../context.ts'
import { withHeldThreads } from '../reservations/lock-held-threads.ts'
import { endLockedSession } from './end-locked-session.ts'
import { lockSession, sessionEnded } from './lock-session.ts'
import { viewSession } from './view-session.ts'

/**
 * An operator gives a session up (OPS-1). Its threads refuse it at once, and go to nobody else before the window is over
 * (OPS-6). Who comes second changes nothing, and is answered who was first, and when (UI-10).
 */
export function abandonSession(ctx: Context, id: string, { reason, now }: AbandonSession): Promise<Session> {
  return transaction(ctx, async (tx) => {
    const session = await withHeldThreads(tx, id, () => lockSession(tx, id))
    if (session.status === 'abandoned') return viewSession(tx, id)
    if (session.status !== 'active') throw sessionEnded(session)
    return endLockedSession(tx, session, { status: 'abandoned', reason, undoMs: now ? 0 : undoWindowMs })
  })
}
