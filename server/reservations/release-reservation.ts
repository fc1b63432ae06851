import { sql } from 'drizzle-orm'
import { type ReleasedReservation, type ReleaseReservation } from '../../contract/threads.ts'
import { actorLabel, type Context, transaction } from '../context.ts'
import { announceSession } from '../sessions/announce-session.ts'
import { endLockedSession } from '../sessions/end-locked-session.ts'
import { lockSession, lockSessionRows } from '../sessions/lock-session.ts'
import { noteTimeline } from '../sessions/note-timeline.ts'
import { visible } from '../sessions/visible.ts'
import { announceThreads } from './announce-threads.ts'
import { findReservation, type FoundReservation, refuseStale, reservationEnded } from './find-reservation.ts'
import { withHeldThreads } from './lock-held-threads.ts'
import { serveLine } from './serve-line.ts'
import { viewThread } from './view-thread.ts'

/** Frees the thread at once. The session ends with the same word, unless it is kept or holds more (RSV-6). */
export function releaseReservation(ctx: Context, id: string, input: ReleaseReservation): Promise<ReleasedReservation> {
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
  const { id, threadId, thread, sessionId } = found
  const session = await lockSession(tx, sessionId)
  if (anchor !== undefined) await tx.db.execute(sql`update threads set anchor = ${anchor} where id = ${threadId}`)
  const others = await tx.db.execute(sql`select from reservations where session_id = ${sessionId} and released_at is null and id <> ${id} limit 1`)
  if (!keepSession && others.length === 0) return void (await endLockedSession(tx, session, { status, reason }))

  await tx.db.execute(sql`
    update reservations set released_at = clock_timestamp(), released_as = ${status}, released_by = ${actorLabel(tx.actor)}, release_reason = ${reason ?? null}
    where id = ${id}`)
  await tx.db.execute(sql`update sessions set version = version + 1 where id = ${sessionId}`)
  await noteTimeline(tx, [{ sessionId, kind: 'released', subject: thread }])
  await announceSession(tx, sessionId)
  await announceThreads(tx, [threadId])
  await serveLine(tx, threadId)
}

async function sessionIfThere(tx: Context, id: string) {
  const [row] = await tx.db.execute<{ body: ReleasedReservation['session'] }>(sql`
    select to_json(v) as body from session_view v where v.id = ${id} and ${visible(tx)}`)
  return row?.body ?? null
}
