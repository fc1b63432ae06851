import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type Session, type UndoAbandon } from '../../contract/sessions.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { actorLabel, type Context, transaction } from '../context.ts'
import { reopenBeats } from '../liveness/reopen-beats.ts'
import { announceThreads } from '../reservations/announce-threads.ts'
import { giveBackThreads, movedSince } from '../reservations/give-back-threads.ts'
import { withHeldThreads } from '../reservations/lock-held-threads.ts'
import { announceSession } from './announce-session.ts'
import { type LockedSession, lockSession } from './lock-session.ts'
import { noteTimeline } from './note-timeline.ts'

/** The one way back (SES-4): what an operator abandoned, inside its window, if nothing that it freed has moved (OPS-6). */
export function undoAbandon(ctx: Context, id: string, { reason }: UndoAbandon): Promise<Session> {
  return transaction(ctx, async (tx) => {
    const session = await withHeldThreads(tx, id, () => lockSession(tx, id))
    await refuseUnlessUndoable(tx, session)
    await reopenBeats(tx, id, session.completedAt!)
    const threads = await giveBackThreads(tx, id)
    await tx.db.execute(sql`
      update sessions set status = 'active', completed_at = null, ended_by = null, end_reason = null, undo_until = null, version = version + 1
      where id = ${id}`)
    await noteTimeline(tx, [{ sessionId: id, kind: 'undone', subject: reason ?? null, actor: actorLabel(tx.actor) }])
    const undone = await announceSession(tx, id)
    await announceThreads(tx, threads)
    const { name, workspace, status } = session
    await recordAudit(tx, {
      action: 'session.undone', target: { kind: 'session', id, name }, workspace, reason, before: { status }, after: { status: 'active' },
    })
    return undone
  })
}

/** Says what stands in the way: for whoever comes second, who was first. */
async function refuseUnlessUndoable(tx: Context, session: LockedSession): Promise<void> {
  const { id, status, completedAt, endedBy, undoUntil } = session
  if (status === 'active') {
    const [undone] = await tx.db.execute<{ by: string; at: string }>(sql`
      select actor as by, to_jsonb(happened_at) as at from session_timeline where session_id = ${id} and kind = 'undone' order by id desc limit 1`)
    const sentence = undone ? `Session ${id} is active again: ${undone.by} took its end back at ${undone.at}.` : `Session ${id} is active.`
    throw new DomainError('not_undoable', sentence, { id, why: 'active', by: undone?.by ?? null, at: undone?.at ?? null })
  }
  if (undoUntil === null)
    throw new DomainError('not_undoable', `Session ${id} ended as ${status} at ${completedAt}, by ${endedBy}. That can not be taken back, or not any more.`, {
      id, why: 'over', status, completedAt, endedBy,
    })
  const threads = await movedSince(tx, id)
  if (threads.length === 0) return
  const named = threads.map(({ thread, owner }) => (owner === null ? thread : `${thread} (now ${owner}'s)`)).join(', ')
  throw new DomainError('not_undoable', `What session ${id} held has moved since: ${named}.`, { id, why: 'moved', threads })
}
