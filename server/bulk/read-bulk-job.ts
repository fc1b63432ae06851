import { sql } from 'drizzle-orm'
import { type BulkDetail } from '../../contract/bulk.ts'
import { type Context } from '../context.ts'
import { jobNotFound, jobsInReach } from './find-job.ts'
import { jobBody } from './job-columns.ts'

const mostItems = 1_000

/** What was skipped, failed, or could not be taken back comes first: the rest went as it was meant to. */
export async function readBulkJob(ctx: Context, id: string): Promise<BulkDetail> {
  const [row] = await ctx.db.execute<BulkDetail>(sql`
    select ${jobBody} as job, coalesce((
      select jsonb_agg(jsonb_build_object('sessionId', i.session_id, 'name', i.session_name, 'result', i.result, 'said', i.said) order by i.said is null, i.place)
      from (select * from bulk_items where job_id = j.id order by said is null, place limit ${mostItems}) i
    ), '[]') as items
    from bulk_jobs j where j.id = ${id} and ${jobsInReach(ctx)}`)
  if (!row) throw jobNotFound(id)
  return row
}
