import { sql } from 'drizzle-orm'
import { type Reserved } from '../../contract/threads.ts'
import { type Context } from '../context.ts'
import { announceSession } from '../sessions/announce-session.ts'
import { lockActiveSession } from '../sessions/lock-session.ts'
import { hashSecret, makeSecret, sessionPrefix } from '../tokens/secret.ts'
import { viewSession } from '../sessions/view-session.ts'
import { reservationEnded, viewReservation } from './find-reservation.ts'
import { withHeldThreads } from './lock-held-threads.ts'
import { renewToken } from './renew-token.ts'

/** What of a reservation may be kept under a key. A secret that was there is left out, and made anew by a replay. */
export function withoutReservationSecrets(answer: Reserved): unknown {
  if (answer.outcome === 'live_owner') return answer
  const { secret, ...rest } = answer
  return { ...rest, reservation: { ...answer.reservation, token: undefined }, madeSession: secret !== null }
}

/** For a reservation that is sent again: the same one with new secrets, while it is still owned (GEN-5, RSV-7). */
export async function reissueReservation(tx: Context, kept: Reserved): Promise<Reserved> {
  if (kept.outcome === 'live_owner') return kept
  const { madeSession, ...answer } = kept as typeof kept & { madeSession: boolean }
  const { id: sessionId } = answer.session
  const { reservation } = answer
  const { session, token } = await withHeldThreads(tx, sessionId, async () => {
    const now = await viewReservation(tx, reservation.id)
    if (now.releasedAt !== null) throw reservationEnded(now)
    return { session: await lockActiveSession(tx, sessionId), token: await renewToken(tx, { sessionId, ...reservation }) }
  })
  if (token === null) throw reservationEnded(await viewReservation(tx, reservation.id))
  if (!madeSession) return { ...answer, reservation: { ...reservation, token }, session: await viewSession(tx, session.id), secret: null }

  const secret = sessionPrefix + makeSecret()
  await tx.db.execute(sql`update sessions set secret_hash = ${hashSecret(secret)}, version = version + 1 where id = ${sessionId}`)
  // Announced, so that sockets that came with the old secret end.
  return { ...answer, reservation: { ...reservation, token }, session: await announceSession(tx, sessionId), secret }
}
