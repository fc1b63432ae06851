import { sql } from 'drizzle-orm'
import { type AuditAction } from '../../contract/audit.ts'
import { type Session, type SessionEnd } from '../../contract/sessions.ts'
import { type Context } from '../context.ts'
import { type LockedSession } from './lock-session.ts'

export type End = {
  status: SessionEnd
  reason?: string | null
  /** How long an operator may take it back (OPS-6). Until then nobody else gets what it held. */
  undoMs?: number
  /** A thread that whoever ends the session gives on by itself, past its line. */
  givenOn?: string
  action?: AuditAction
}

/** The one way in which a session ends, whoever says so: its threads and its row are locked, and it is active (SES-4). */
export async function endLockedSession(tx: Context, { id }: Pick<LockedSession, 'id'>, end: End): Promise<Session> {
  const { status, reason = null, undoMs = 0, givenOn = null, action = 'session.ended' } = end
  const { kind, id: actorId, name } = tx.actor
  const [row] = await tx.db.execute<{ ended: Session }>(sql`
    select end_session(${id}, ${status}, ${reason}, ${undoMs}, ${givenOn}, ${action}, ${kind}, ${actorId}, ${name}) as ended`)
  return row!.ended
}
