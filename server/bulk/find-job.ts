import { sql, type SQL } from 'drizzle-orm'
import { type BulkState } from '../../contract/bulk.ts'
import { DomainError } from '../../contract/errors.ts'
import { type Context } from '../context.ts'

export type LockedJob = { id: string; state: BulkState; reason: string; workspace: string | null; now: boolean; abandoned: number; undoable: boolean }

export const jobNotFound = (id: string) => new DomainError('bulk_not_found', `There is no bulk job ${id}.`, { id })

/** Who is limited to a workspace sees the jobs that were about that one alone (SEC-2). */
export const jobsInReach = ({ actor }: Context): SQL => (actor.workspace === null ? sql`true` : sql`j.workspace = ${actor.workspace}`)

/** Before threads and sessions in the lock order: while it is held no item of the job is done. */
export async function lockJob(tx: Context, id: string): Promise<LockedJob> {
  const [found] = await tx.db.execute(sql`select from bulk_jobs j where j.id = ${id} and ${jobsInReach(tx)} for update`)
  if (!found) throw jobNotFound(id)
  const [job] = await tx.db.execute<LockedJob>(sql`
    select id, state, reason, workspace, now, abandoned, exists (
      select from bulk_items i join sessions s on s.id = i.session_id
      where i.job_id = j.id and i.result = 'abandoned' and s.undo_until > clock_timestamp()) as undoable
    from bulk_jobs j where id = ${id}`)
  return job!
}
