import { sql } from 'drizzle-orm'
import { type Context, transaction } from '../context.ts'
import { endLockedSession } from '../sessions/end-locked-session.ts'
import { lockSessionRows } from '../sessions/lock-session.ts'
import { viewReservation } from './find-reservation.ts'
import { withHeldThreads } from './lock-held-threads.ts'
import { releaseOne } from './release-one.ts'

const reason = 'the thread came when who had waited for it was gone'

/**
 * A reservation that nobody could be told of: it ends, a session that was made for it ends too, and the next in line is
 * served (RSV-9). `claim` says, under the locks, whether it is still ours to take back.
 */
export function takeBack(ctx: Context, reservationId: string, madeSession: boolean, claim: (tx: Context) => Promise<boolean> = async () => true): Promise<void> {
  return transaction(ctx, async (tx) => {
    const { sessionId } = await viewReservation(tx, reservationId)
    const [session] = await withHeldThreads(tx, sessionId, () => lockSessionRows(tx, [sessionId]))
    if (!(await claim(tx))) return
    const held = await viewReservation(tx, reservationId)
    if (held.releasedAt !== null) return
    if (madeSession) await endLockedSession(tx, session!, { status: 'abandoned', reason })
    else await releaseOne(tx, held, 'abandoned', reason)
  })
}

type Place = { threadId: string; granted: string | null; made: boolean }

/** A waiter that has gone loses its place; what it was given meanwhile is taken back. */
export async function leaveLine(ctx: Context, waiterId: string): Promise<void> {
  if (await leaveUngranted(ctx, waiterId)) return
  const [place] = await ctx.db.execute<Place>(sql`
    select thread_id as "threadId", granted_reservation as granted, new_session is not null as made from thread_waiters where id = ${waiterId}`)
  if (!place?.granted) return
  const granted = place.granted
  await takeBack(ctx, granted, place.made, async (tx) => {
    const [left] = await tx.db.execute<{ hash: string }>(sql`delete from thread_waiters where id = ${waiterId} returning token_hash as hash`)
    return left !== undefined && holdsBy(tx, granted, left.hash)
  })
}

/** false: its owner has reserved again since, so that another call was told of it. */
export const holdsBy = async (tx: Context, reservationId: string, tokenHash: string): Promise<boolean> =>
  (await tx.db.execute(sql`select from reservations where id = ${reservationId} and token_hash = ${tokenHash}`)).length > 0

/** false: it was given the thread before it could leave, or its place was gone. */
export async function leaveUngranted(ctx: Context, waiterId: string): Promise<boolean> {
  const [row] = await ctx.db.execute<{ left: boolean }>(sql`select leave_line(${waiterId}) as left`)
  if (row!.left) ctx.hint()
  return row!.left
}
