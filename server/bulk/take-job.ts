import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'

/** How long a process that works on a job may be silent before another goes on with it. */
export const leaseMs = 5_000

/** A job to work on that no other process works on, the one that has waited longest; null: there is none. */
export async function takeJob(ctx: Context): Promise<string | null> {
  const [job] = await ctx.db.execute<{ id: string }>(sql`
    update bulk_jobs set lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms' where id = (
      select id from bulk_jobs where state in ('running', 'undoing') and lease_until <= clock_timestamp()
      order by lease_until limit 1 for update skip locked)
    returning id`)
  return job?.id ?? null
}

export async function leaveJob(ctx: Context, id: string): Promise<void> {
  await ctx.db.execute(sql`update bulk_jobs set lease_until = clock_timestamp() where id = ${id}`)
}
