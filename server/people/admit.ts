import { DomainError } from '../../contract/errors.ts'
import { type Door, isOpen, may, mayDo, type Role, secretMayDo } from '../../contract/roles.ts'
import { type Actor, systemActor } from '../context.ts'
import { type Identify } from './identify.ts'

const nobody = systemActor('nobody', 'nobody')

/** The one place where the role table is asked, for calls and sockets alike: who may come in by this door, or why not. */
export async function admit(identify: Identify, door: Door, headers: Parameters<Identify>[0]): Promise<Actor> {
  if (isOpen(door)) return nobody
  const identified = await identify(headers)
  if (!identified) throw new DomainError('not_signed_in', 'This came without valid credentials.')
  const refusal = refuseDoor(identified.actor, door)
  if (refusal) throw refusal
  return identified.actor
}

export function refuseDoor({ role, sessionId }: Actor, door: Door): DomainError | null {
  if (!may(role, door)) return notAllowed(role, mayDo[door])
  if (sessionId === undefined || secretMayDo.includes(door)) return null
  return new DomainError('not_allowed', "A session's own secret speaks for that session alone; this needs a token.", { role, sessionId })
}

export function notAllowed(role: Role | null, needs: readonly Role[] | 'anyone') {
  const roles = needs === 'anyone' ? [] : needs
  const needed = roles.length > 1 ? `${roles.slice(0, -1).join(', ')} or ${roles.at(-1)}` : roles.join()
  return new DomainError('not_allowed', `Your role is ${role ?? 'none'}, and this needs ${needed}.`, { role, needs: roles })
}
