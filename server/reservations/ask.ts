import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { RegisterSession, type Session } from '../../contract/sessions.ts'
import { type HeldReservation, type Reserved, type ReserveThread, type Thread } from '../../contract/threads.ts'
import { type Context } from '../context.ts'
import { sessionNotFound } from '../sessions/lock-session.ts'
import { newSessionRow } from './new-session-row.ts'
import { makeReservationToken } from './reservation-token.ts'

/** One attempt: with secrets, and an id if a session is to be made, of its own. */
export type Asked = ReturnType<typeof ask>

export function ask({ actor }: Context, input: ReserveThread, generateId?: () => string) {
  const { thread, anchor = null, expectedAnchor } = input
  if (actor.sessionId !== undefined && input.session)
    throw new DomainError('not_allowed', "A session's own secret reserves for that session alone; to make another one needs a token.", { sessionId: actor.sessionId })
  const sessionId = input.session ? undefined : (input.sessionId ?? actor.sessionId)
  if (actor.sessionId !== undefined && sessionId !== actor.sessionId) throw sessionNotFound(sessionId!)
  const made = sessionId === undefined ? newSessionRow(actor, input.session ?? nothingSaid, generateId?.()) : null
  const workspace = input.workspace ?? actor.workspace ?? (made ? 'default' : null)
  if (actor.workspace !== null && workspace !== actor.workspace)
    throw new DomainError('wrong_workspace', `This token is limited to the workspace ${actor.workspace}.`, { workspace: actor.workspace })
  return { thread, workspace, taker: made?.id ?? sessionId!, made, anchor, expectedAnchor, ...makeReservationToken() }
}
const nothingSaid = RegisterSession.parse({})

export type Taken = Omit<HeldReservation, 'token' | 'id' | 'workspace' | 'thread' | 'anchor'> & { reservationId: string; session: Session; thread: Thread }
export const takenColumns = sql`reservation_id as "reservationId", generation::float8 as generation, to_jsonb(reserved_at) as "reservedAt", session, thread`

export function reserved({ made, token, anchor }: Asked, { reservationId, generation, reservedAt, session, thread }: Taken): Reserved {
  const { id: threadId, workspace, name } = thread
  return {
    outcome: 'reserved',
    reservation: { id: reservationId, threadId, workspace, thread: name, generation, anchor, reservedAt, token },
    session,
    secret: made?.secret ?? null,
    again: false,
  }
}
