import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type SessionEnd } from '../../contract/sessions.ts'
import { type Context } from '../context.ts'
import { withinReach } from '../sessions/visible.ts'
import { isToken } from './reservation-token.ts'

export type FoundReservation = {
  id: string
  threadId: string
  thread: string
  workspace: string
  sessionId: string
  generation: number
  threadGeneration: number
  tokenHash: string
  releasedAt: string | null
  releasedAs: SessionEnd | null
  releasedBy: string | null
  releaseReason: string | null
}

export async function viewReservation(ctx: Context, id: string): Promise<FoundReservation> {
  const [found] = await ctx.db.execute<FoundReservation>(sql`
    select r.id, t.id as "threadId", t.name as thread, t.workspace, r.session_id as "sessionId", r.generation::float8 as generation,
      t.generation::float8 as "threadGeneration", r.token_hash as "tokenHash", to_jsonb(r.released_at) as "releasedAt",
      r.released_as as "releasedAs", r.released_by as "releasedBy", r.release_reason as "releaseReason"
    from reservations r join threads t on t.id = r.thread_id
    where r.id = ${id} and ${withinReach(ctx, { id: sql`r.session_id`, workspace: sql`t.workspace` })}`)
  if (!found) throw new DomainError('reservation_not_found', `There is no reservation ${id}.`, { id })
  return found
}

/** The first two refusals of RSV-5: it is not there, for this actor; and the token is another one's. */
export async function findReservation(ctx: Context, id: string, token: string): Promise<FoundReservation> {
  const found = await viewReservation(ctx, id)
  if (!isToken(token, found.tokenHash)) throw new DomainError('token_mismatch', `This is not the token of reservation ${id}.`, { id })
  return found
}

export function reservationEnded({ id, thread, sessionId, generation, releasedAt, releasedAs, releasedBy, releaseReason }: FoundReservation): DomainError {
  const why = releaseReason === null ? '' : `: ${releaseReason}`
  return new DomainError('reservation_ended', `The reservation of ${thread} ended as ${releasedAs} at ${releasedAt}, by ${releasedBy}${why}.`, {
    id, sessionId, generation, status: releasedAs, endedAt: releasedAt, endedBy: releasedBy, reason: releaseReason,
  })
}

/** The last refusal: who names a generation must name its own. */
export function refuseStale({ id, thread, generation, threadGeneration }: FoundReservation, named: number | undefined) {
  if (named === undefined || named === generation) return
  throw new DomainError('stale_generation', `Generation ${named} of ${thread} is not the one of this reservation, which is ${generation}.`, {
    id, generation, threadGeneration,
  })
}
