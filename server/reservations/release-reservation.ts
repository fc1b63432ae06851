import { sql } from 'drizzle-orm'
import { type ReleasedReservation, type ReleaseReservation } from '../../contract/threads.ts'
import { type Context, isTransient, transaction } from '../context.ts'
import { endLockedSession } from '../sessions/end-locked-session.ts'
import { lockSession, lockSessionRows } from '../sessions/lock-session.ts'
import { visible } from '../sessions/visible.ts'
import { findReservation, type FoundReservation, refuseStale, reservationEnded } from './find-reservation.ts'
import { withHeldThreads } from './lock-held-threads.ts'
import { releaseOne } from './release-one.ts'
import { hashOf } from './reservation-token.ts'
import { viewThread } from './view-thread.ts'

/** Frees the thread at once. The session ends with the same word, unless it is kept or holds more (RSV-6). */
export async function releaseReservation(ctx: Context, id: string, input: ReleaseReservation): Promise<ReleasedReservation> {
  // Inside somebody's transaction its locks would stay where it gives up, out of the order in which the other takes them.
  const released = ctx.open ? null : await releasePlainly(ctx, id, input)
  if (released) ctx.hint()
  return released ?? releaseLocked(ctx, id, input)
}

/** null: something is to be refused, or looked at. */
async function releasePlainly(ctx: Context, id: string, { token, generation, status, reason, keepSession, anchor }: ReleaseReservation) {
  const { actor } = ctx
  try {
    const [released] = await ctx.db.execute<ReleasedReservation>(sql`
      select * from release_reservation(${id}, ${hashOf(token)}, ${generation ?? null}, ${status}, ${reason ?? null}, ${keepSession}, ${anchor ?? null},
        ${actor.workspace}, ${actor.sessionId ?? null}, ${actor.role === 'agent' ? actor.id : null}, ${actor.kind}, ${actor.id}, ${actor.name})`)
    return released ?? null
  } catch (error) {
    if (!isTransient(error)) throw error
    return null
  }
}

/** Refusals in the order of RSV-5, what was released already, and a session that holds more. */
function releaseLocked(ctx: Context, id: string, input: ReleaseReservation): Promise<ReleasedReservation> {
  return transaction(ctx, async (tx) => {
    const { sessionId } = await findReservation(tx, id, input.token)
    await withHeldThreads(tx, sessionId, () => lockSessionRows(tx, [sessionId]))
    const found = await findReservation(tx, id, input.token)
    if (found.releasedAt !== null) {
      if (found.releasedAs !== input.status) throw reservationEnded(found)
    } else {
      refuseStale(found, input.generation)
      await release(tx, found, input)
    }
    return { thread: await viewThread(tx, found.threadId), session: await sessionIfThere(tx, sessionId) }
  })
}

async function release(tx: Context, found: FoundReservation, { status, keepSession, anchor, reason }: ReleaseReservation) {
  const { id, threadId, sessionId } = found
  const session = await lockSession(tx, sessionId)
  if (anchor !== undefined) await tx.db.execute(sql`update threads set anchor = ${anchor} where id = ${threadId}`)
  const others = await tx.db.execute(sql`select from reservations where session_id = ${sessionId} and released_at is null and id <> ${id} limit 1`)
  if (!keepSession && others.length === 0) return void (await endLockedSession(tx, session, { status, reason }))

  await releaseOne(tx, found, status, reason ?? null)
}

async function sessionIfThere(tx: Context, id: string) {
  const [row] = await tx.db.execute<{ body: ReleasedReservation['session'] }>(sql`
    select to_json(v) as body from session_view v where v.id = ${id} and ${visible(tx)}`)
  return row?.body ?? null
}
