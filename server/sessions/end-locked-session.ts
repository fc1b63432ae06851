import { sql } from 'drizzle-orm'
import { type AuditAction } from '../../contract/audit.ts'
import { type Session, type SessionEnd } from '../../contract/sessions.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { actorLabel, type Context } from '../context.ts'
import { closeBeats } from '../liveness/close-beats.ts'
import { announceThreads } from '../reservations/announce-threads.ts'
import { leaveLines } from '../reservations/leave-lines.ts'
import { releaseThreads } from '../reservations/release-threads.ts'
import { serveLine } from '../reservations/serve-line.ts'
import { announceSession } from './announce-session.ts'
import { type LockedSession } from './lock-session.ts'
import { noteTimeline } from './note-timeline.ts'

export type End = {
  status: SessionEnd
  reason?: string | null
  /** How long an operator may take it back (OPS-6). Until then nobody else gets what it held. */
  undoMs?: number
  /** A thread that whoever ends the session gives on by itself, past its line. */
  givenOn?: string
  action?: AuditAction
}

/** The one way in which a session ends, whoever says so: its threads and its row are locked, and it is active (SES-4). One instant for all of it. */
export async function endLockedSession(tx: Context, { id, name, workspace }: LockedSession, end: End): Promise<Session> {
  const { status, reason = null, undoMs = 0, givenOn, action = 'session.ended' } = end
  await closeBeats(tx, id)
  await tx.db.execute(sql`
    update sessions set status = ${status}, completed_at = e.at, ended_by = ${actorLabel(tx.actor)}, end_reason = ${reason},
      undo_until = ${undoMs > 0 ? sql`e.at + ${undoMs} * interval '1 ms'` : null}, version = version + 1
    from (select clock_timestamp() as at offset 0) e where id = ${id}`)
  const at = sql`(select completed_at from sessions where id = ${id})`
  const threads = await releaseThreads(tx, id, { as: status, reason, undoMs, at })
  const left = await leaveLines(tx, id)
  await noteTimeline(tx, [{ sessionId: id, kind: 'ended', subject: reason === null ? status : `${status}: ${reason}`, actor: actorLabel(tx.actor) }])
  const ended = await announceSession(tx, id)
  await announceThreads(tx, [...new Set([...threads, ...left])])
  // While it can be undone nobody else gets them; whoever closes that window serves the line.
  if (undoMs === 0) for (const thread of threads) if (thread !== givenOn) await serveLine(tx, thread)
  await recordAudit(tx, {
    action, target: { kind: 'session', id, name }, workspace, reason, before: { status: 'active' }, after: { status },
  })
  return ended
}
