import { DomainError } from '../../contract/errors.ts'
import { type Actor } from '../context.ts'

/** Who says what is known of a host: the servers on it are one and the same, a token made for it is another (LIV-4, SEC-2). */
export function speakerFor(actor: Actor, hostId: string): string {
  if (actor.kind === 'system') return 'server'
  if (actor.role === 'host' && actor.hostId === hostId) return `token ${actor.id}`
  throw new DomainError('not_your_host', `This token was not made for the host ${hostId}.`, { hostId, yours: actor.hostId ?? null })
}
