import { DomainError } from '../../contract/errors.ts'
import { type BeatReservation } from '../../contract/threads.ts'
import { type Context } from '../context.ts'
import { beatSession } from '../liveness/beat-session.ts'
import { findReservation, refuseStale, reservationEnded } from './find-reservation.ts'

/**
 * A beat of the owner's session, for who shows the reservation's token. The beat itself is the conditional statement of
 * every beat: one that lands after the end of the session touches no row, and is told how the reservation ended (LIV-13).
 */
export async function beatReservation(ctx: Context, id: string, { token, generation }: BeatReservation): Promise<void> {
  const found = await findReservation(ctx, id, token)
  if (found.releasedAt !== null) throw reservationEnded(found)
  refuseStale(found, generation)
  try {
    await beatSession(ctx, found.sessionId)
  } catch (error) {
    if (!(error instanceof DomainError) || !['session_ended', 'session_not_found'].includes(error.code)) throw error
    throw reservationEnded(await findReservation(ctx, id, token))
  }
}
