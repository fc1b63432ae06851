import { sql } from 'drizzle-orm'
import { type EndSession, type Session } from '../../contract/sessions.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { actorLabel, type Context, transaction } from '../context.ts'
import { closeBeats } from '../liveness/close-beats.ts'
import { releaseThreads } from '../reservations/release-threads.ts'
import { withHeldThreads } from '../reservations/lock-held-threads.ts'
import { announceSession } from './announce-session.ts'
import { lockSession, sessionEnded } from './lock-session.ts'
import { viewSession } from './view-session.ts'

/** One way: active to one of the ends, freeing all that the session holds. The same end again changes nothing (SES-4). */
export function endSession(ctx: Context, id: string, { status, reason }: EndSession): Promise<Session> {
  return transaction(ctx, async (tx) => {
    const session = await withHeldThreads(tx, id, () => lockSession(tx, id))
    if (session.status === status) return viewSession(tx, id)
    if (session.status !== 'active') throw sessionEnded(session)

    await closeBeats(tx, id)
    await releaseThreads(tx, id, status)
    await tx.db.execute(sql`
      update sessions set status = ${status}, completed_at = clock_timestamp(), ended_by = ${actorLabel(tx.actor)},
        end_reason = ${reason ?? null}, version = version + 1
      where id = ${id}`)
    const ended = await announceSession(tx, id)
    const { name, workspace } = ended
    await recordAudit(tx, {
      action: 'session.ended', target: { kind: 'session', id, name }, workspace, reason,
      before: { status: 'active' }, after: { status },
    })
    return ended
  })
}
