import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type SessionFilter, undoWindowMs } from '../../contract/sessions.ts'
import { type BulkActor } from '../../db/schema/bulk.ts'
import { isUnreachable } from '../../db/sql-state.ts'
import { type Context, transaction } from '../context.ts'
import { abandonItem, type Outcome } from './abandon-item.ts'
import { announceJob } from './announce-job.ts'
import { windowOf } from './job-columns.ts'
import { leaseMs } from './take-job.ts'
import { undoItem } from './undo-item.ts'

type Job = { id: string; state: 'running' | 'undoing'; reason: string; filter: SessionFilter | null; by: BulkActor; undoMs: number }
type Item = { place: number; sessionId: string }
type How = { tell: boolean; onFailure: (error: unknown) => void }

/**
 * The next session of a job and its result, in one transaction that holds the job: whoever else works on it, or stops it,
 * comes before or after, so each is done once. false: there is nothing left to do, or somebody stopped it.
 */
export async function doNextItem(ctx: Context, id: string, { tell, onFailure }: How): Promise<boolean> {
  let item: Item | undefined
  try {
    return await transaction(ctx, async (tx) => {
      item = undefined
      const job = await holdJob(tx, id)
      if (!job) return false
      item = await nextOf(tx, job)
      if (!item) return finish(tx, job)
      await note(tx, job, item, await doItem({ ...tx, actor: { ...job.by, role: 'operator', workspace: null } }, job, item))
      if (tell) await announceJob(tx, id)
      return true
    })
  } catch (error) {
    if (item === undefined || isUnreachable(error)) throw error
    onFailure(error)
    await noteFailure(ctx, id, item, error)
    return true
  }
}

const doItem = (tx: Context, { state, filter, reason, undoMs }: Job, { sessionId }: Item): Promise<Outcome> =>
  state === 'running' ? abandonItem(tx, sessionId, { filter, reason, undoMs }) : undoItem(tx, sessionId, reason)

async function holdJob(tx: Context, id: string): Promise<Job | undefined> {
  const [job] = await tx.db.execute<Job>(sql`
    update bulk_jobs j set lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms' where id = ${id} and state in ('running', 'undoing')
    returning id, state, reason, filter, coalesce(undo_actor, actor) as by, case when now then 0
      else greatest(${undoWindowMs}::int, ceil(extract(epoch from ${windowOf(sql`j`)} - clock_timestamp()) * 1000)::int) end as "undoMs"`)
  return job
}

async function nextOf(tx: Context, { id, state }: Job): Promise<Item | undefined> {
  const due = state === 'running' ? sql`result = 'pending'` : sql`result = 'abandoned' and said is null`
  const [item] = await tx.db.execute<Item>(sql`
    select place, session_id as "sessionId" from bulk_items where job_id = ${id} and ${due} order by place limit 1`)
  return item
}

async function note(tx: Context, { id }: Pick<Job, 'id'>, { place }: Item, { result, said }: Outcome): Promise<void> {
  await tx.db.execute(sql`
    with before as (select result from bulk_items where job_id = ${id} and place = ${place}),
    noted as (update bulk_items set result = ${result}, said = ${said} where job_id = ${id} and place = ${place})
    update bulk_jobs set
      abandoned = abandoned + (${result} = 'abandoned' and before.result = 'pending')::int, skipped = skipped + (${result} = 'skipped')::int,
      failed = failed + (${result} = 'failed')::int, undone = undone + (${result} = 'undone')::int
    from before where id = ${id}`)
}

async function finish(tx: Context, { id, state }: Job): Promise<false> {
  await tx.db.execute(sql`
    update bulk_jobs set state = ${state === 'running' ? 'done' : 'undone'}, ended_at = clock_timestamp() where id = ${id}`)
  await announceJob(tx, id)
  return false
}

/** The job goes on without it. What could not be taken back stays abandoned. */
async function noteFailure(ctx: Context, id: string, item: Item, error: unknown): Promise<void> {
  const said = error instanceof DomainError ? error.message : 'it failed inside; the log of the server says why'
  await transaction(ctx, async (tx) => {
    const job = await holdJob(tx, id)
    if (job && (await nextOf(tx, job))?.place === item.place)
      await note(tx, job, item, { result: job.state === 'running' ? 'failed' : 'abandoned', said })
  })
}
