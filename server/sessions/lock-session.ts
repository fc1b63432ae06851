import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type SessionStatus } from '../../contract/sessions.ts'
import { type Context } from '../context.ts'
import { visible } from './visible.ts'

export type LockedSession = {
  id: string
  status: SessionStatus
  name: string
  completedAt: string | null
  endedBy: string | null
  endReason: string | null
}

export const sessionNotFound = (id: string) => new DomainError('session_not_found', `There is no session ${id}.`, { id })

/** Holds the session's row until the transaction ends. What decides is read by a clock after the lock (GEN-1). */
export async function lockSession(tx: Context, id: string): Promise<LockedSession> {
  const [session] = await tx.db.execute<LockedSession>(sql`
    with locked as materialized (
      select id, status, name, completed_at, ended_by, end_reason from sessions where id = ${id} for update
    )
    select id, status, name, to_jsonb(completed_at) as "completedAt", ended_by as "endedBy", end_reason as "endReason"
    from locked where ${visible(tx, sql`status`, sql`completed_at`)}`)
  if (!session) throw sessionNotFound(id)
  return session
}

/** For every write in the name of a session: an agent that was abandoned learns it at its next contact (SES-5). */
export async function lockActiveSession(tx: Context, id: string): Promise<LockedSession> {
  const session = await lockSession(tx, id)
  if (session.status !== 'active') throw sessionEnded(session)
  return session
}

export function sessionEnded(session: LockedSession): DomainError {
  const { id, status, completedAt, endedBy, endReason } = session
  const why = endReason ? `: ${endReason}` : ''
  return new DomainError('session_ended', `Session ${id} ended as ${status} at ${completedAt}, by ${endedBy}${why}.`, {
    id,
    status,
    completedAt,
    endedBy,
    reason: endReason,
  })
}
