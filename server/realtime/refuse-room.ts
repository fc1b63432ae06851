import { DomainError } from '../../contract/errors.ts'
import { kindOf, type Room } from '../../contract/realtime.ts'
import { mayJoin, type Role } from '../../contract/roles.ts'
import { type Actor } from '../context.ts'
import { notAllowed } from '../people/admit.ts'

/** Says nothing of what is in the room: outside its workspace a limited actor joins rooms in which nothing ever happens. */
export function refuseRoom({ role, sessionId }: Actor, room: Room): DomainError | null {
  const allowed: readonly Role[] = mayJoin[kindOf(room)]
  if (role === null || !allowed.includes(role)) return notAllowed(role, allowed)
  if (sessionId === undefined || room === `session:${sessionId}`) return null
  return new DomainError('not_allowed', "A session's own secret joins the room of that session alone.", { role, room })
}
