import { DomainError } from '../../contract/errors.ts'
import { type EndSession, type Session, undoWindowMs } from '../../contract/sessions.ts'
import { type Context, transaction } from '../context.ts'
import { withHeldThreads } from '../reservations/lock-held-threads.ts'
import { endLockedSession } from './end-locked-session.ts'
import { lockSession, sessionEnded } from './lock-session.ts'
import { viewSession } from './view-session.ts'

/**
 * One way: active to one of the ends, freeing all that the session holds. The same end again changes nothing (SES-4).
 * A person says why, and can take an abandonment back, whichever way it was said (OPS-4, OPS-6).
 */
export async function endSession(ctx: Context, id: string, { status, reason }: EndSession): Promise<Session> {
  const byPerson = ctx.actor.kind === 'person'
  if (byPerson && !reason?.trim()) throw withoutReason()
  return transaction(ctx, async (tx) => {
    const session = await withHeldThreads(tx, id, () => lockSession(tx, id))
    if (session.status === status) return viewSession(tx, id)
    if (session.status !== 'active') throw sessionEnded(session)
    return endLockedSession(tx, session, { status, reason, undoMs: byPerson && status === 'abandoned' ? undoWindowMs : 0 })
  })
}

const withoutReason = () =>
  new DomainError('invalid_input', 'The body can not be taken: reason: a person who ends a session says why.', {
    where: 'body', fields: [{ field: 'reason', problem: 'a person who ends a session says why' }],
  })
