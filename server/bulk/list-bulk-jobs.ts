import { sql } from 'drizzle-orm'
import { type BulkJob, type BulkList } from '../../contract/bulk.ts'
import { type Context } from '../context.ts'
import { jobsInReach } from './find-job.ts'
import { jobBody } from './job-columns.ts'

export async function listBulkJobs(ctx: Context): Promise<BulkList> {
  const items = await ctx.db.execute<{ body: BulkJob }>(sql`
    select ${jobBody} as body from bulk_jobs j where ${jobsInReach(ctx)} order by j.started_at desc, j.id limit 50`)
  return { items: items.map(({ body }) => body) }
}
