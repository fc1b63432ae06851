import { sql } from 'drizzle-orm'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context, transaction } from '../context.ts'

/** Jobs that ended 30 days ago go, with their results; the trail keeps what they did. Gives how many went. */
export function forgetJobs(ctx: Context, batch = 100): Promise<number> {
  return transaction(ctx, async (tx) => {
    const gone = await recordChanges(
      tx,
      'bulk',
      sql`select id::text, version + 1, workspace, null::json from gone`,
      sql`with gone as (delete from bulk_jobs where id in (
        select id from bulk_jobs where ended_at < clock_timestamp() - interval '30 days' order by ended_at limit ${batch} for update skip locked
      ) returning id, version, workspace)`,
    )
    return gone.length
  })
}
