import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type SessionStatus } from '../../contract/sessions.ts'
import { type Context } from '../context.ts'
import { isKept, withinReach } from './visible.ts'

export type LockedSession = {
  id: string
  status: SessionStatus
  name: string
  workspace: string
  completedAt: string | null
  endedBy: string | null
  endReason: string | null
  ownerId: string | null
  /** Until then whoever abandoned it may take that back. */
  undoUntil: string | null
}

export const notYourSession = (id: string) => new DomainError('not_your_session', `Session ${id} was registered with another token.`, { id })
/** A row of `sessions` as what is locked is looked at. */
export const lockedColumns = sql`
  id, status, name, workspace, to_jsonb(completed_at) as "completedAt", ended_by as "endedBy", end_reason as "endReason",
  owner_id as "ownerId", case when undo_until > clock_timestamp() then to_jsonb(undo_until) end as "undoUntil"`

export const sessionNotFound = (id: string) => new DomainError('session_not_found', `There is no session ${id}.`, { id })

/**
 * Holds the session's row until the transaction ends. What decides is read by a clock after the lock (GEN-1). What is out
 * of the actor's reach is not there, and not locked; only of what is there it is said that it is another's.
 */
export async function lockIfThere(tx: Context, id: string): Promise<LockedSession | null> {
  const [session] = await tx.db.execute<LockedSession>(sql`
    with locked as materialized (
      select id, status, name, workspace, completed_at, ended_by, end_reason, owner_id, undo_until from sessions
      where id = ${id} and ${withinReach(tx, { id: sql`id`, workspace: sql`workspace` })} for update
    )
    select ${lockedColumns}
    from locked where ${isKept(tx, { status: sql`status`, completedAt: sql`completed_at` })}`)
  if (!session) return null
  if (tx.actor.role === 'agent' && session.ownerId !== tx.actor.id)
    throw notYourSession(id)
  return session
}

/** The rows themselves, in the order of locks, for who acts on sessions that are not the caller's. Whoever may was asked before. */
export const lockSessionRows = (tx: Context, ids: string[]): Promise<LockedSession[]> =>
  ids.length === 0 ? Promise.resolve([]) : tx.db.execute<LockedSession>(sql`
    select ${lockedColumns}
    from sessions where id in ${ids} order by id collate "C" for update`)

export async function lockSession(tx: Context, id: string): Promise<LockedSession> {
  const session = await lockIfThere(tx, id)
  if (!session) throw sessionNotFound(id)
  return session
}

/** For every write in the name of a session: an agent that was abandoned learns it at its next contact (SES-5). */
export async function lockActiveSession(tx: Context, id: string): Promise<LockedSession> {
  const session = await lockSession(tx, id)
  if (session.status !== 'active') throw sessionEnded(session)
  return session
}

type Ended = Pick<LockedSession, 'id' | 'status' | 'completedAt' | 'endedBy' | 'endReason' | 'undoUntil'>

export function sessionEnded(session: Ended): DomainError {
  const { id, status, completedAt, endedBy, endReason, undoUntil } = session
  const why = endReason ? `: ${endReason}` : ''
  return new DomainError('session_ended', `Session ${id} ended as ${status} at ${completedAt}, by ${endedBy}${why}.`, {
    id,
    status,
    completedAt,
    endedBy,
    reason: endReason,
    undoUntil,
  })
}
