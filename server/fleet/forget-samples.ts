import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'

/** A week can be looked at; a day more is kept. Gives how many went. */
export async function forgetSamples(ctx: Pick<Context, 'db'>, batch = 5_000): Promise<number> {
  const gone = await ctx.db.execute(sql`
    delete from fleet_samples where (minute, workspace) in (
      select minute, workspace from fleet_samples where minute < (select clock_timestamp() - interval '8 days') order by minute limit ${batch}
    ) returning minute`)
  return gone.length
}

/** The same of sessions that live for long; the last one of each stays, to count from. */
export async function forgetUsageSamples(ctx: Pick<Context, 'db'>, batch = 5_000): Promise<number> {
  const gone = await ctx.db.execute(sql`
    delete from usage_samples where (session_id, minute) in (
      select u.session_id, u.minute from usage_samples u
      where u.minute < (select clock_timestamp() - interval '8 days')
        and exists (select from usage_samples n where n.session_id = u.session_id and n.minute > u.minute)
      order by u.minute limit ${batch}
    ) returning minute`)
  return gone.length
}
