import { DomainError } from '../../contract/errors.ts'
import { type Actor } from '../context.ts'

export const defaultRatePerSecond = 2_000
const remembered = 10_000

/**
 * At most so many calls a second for one token, with two seconds' worth at once. Counted per process: it keeps one
 * runaway agent from starving the others, and needs no truth shared between processes.
 */
export function rateLimit(perSecond: number, clock = () => performance.now()) {
  const burst = perSecond * 2
  const buckets = new Map<string, { left: number; at: number }>()
  return (actor: Actor) => {
    if (actor.kind !== 'token') return
    const now = clock()
    const bucket = buckets.get(actor.id) ?? { left: burst, at: now }
    const left = Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond)
    // Last used last, so that the one to forget first is the one that was silent longest.
    buckets.delete(actor.id)
    buckets.set(actor.id, { left: Math.max(left - 1, 0), at: now })
    if (buckets.size > remembered) buckets.delete(buckets.keys().next().value!)
    if (left >= 1) return
    const retryAfterSeconds = Math.max(1, Math.ceil((1 - left) / perSecond))
    throw new DomainError('too_many_requests', `This token makes more than ${perSecond} calls a second.`, { perSecond, retryAfterSeconds })
  }
}
