import { sql } from 'drizzle-orm'
import { type FleetHistory, type FleetHistoryQuery } from '../../contract/liveness.ts'
import { type Context } from '../context.ts'
import { readBreaker } from '../liveness/breaker.ts'

const mostSamples = 360

/** States are the average of what is merged, sums are sums, and of the feed's lag the worst is told. */
export async function readFleetHistory(ctx: Context, { workspace, minutes }: FleetHistoryQuery): Promise<FleetHistory> {
  const limit = ctx.actor.workspace
  const here = sql`(${workspace ?? null}::text is null or workspace = ${workspace ?? null}) and (${limit}::text is null or workspace = ${limit})`
  const bucketMinutes = Math.ceil(minutes / mostSamples)
  const [row] = await ctx.db.execute<Omit<FleetHistory, 'breaker'>>(sql`
    with by_minute as (
      select minute, sum(alive) as alive, sum(waiting) as waiting, sum(stalled) as stalled, sum(quiet) as quiet, sum(dead) as dead,
        sum(unknown) as unknown, sum(cost_micro_usd) as cost, sum(tokens) as tokens, sum(conflicts) as conflicts, max(feed_lag_ms) as lag
      from fleet_samples where minute > (select clock_timestamp() - ${minutes} * interval '1 minute') and ${here} group by minute
    ), merged as (
      select date_bin(${bucketMinutes} * interval '1 minute', minute, 'epoch') as at, round(avg(alive)) as alive, round(avg(waiting)) as waiting,
        round(avg(stalled)) as stalled, round(avg(quiet)) as quiet, round(avg(dead)) as dead, round(avg(unknown)) as unknown,
        sum(cost) as "costMicroUsd", sum(tokens) as tokens, sum(conflicts) as conflicts, max(lag) as "feedLagMs"
      from by_minute group by 1 order by 1 desc limit ${mostSamples}
    )
    select
      coalesce((select json_agg(m order by m.at) from merged m), '[]') as samples,
      (
        select json_build_object('costMicroUsd', coalesce(sum(cost_micro_usd), 0), 'tokens', coalesce(sum(tokens), 0))
        from fleet_samples where minute > (select clock_timestamp() - interval '1 hour') and ${here}
      ) as "lastHour",
      to_jsonb(clock_timestamp()) as "serverNow"`)
  return { ...row!, breaker: await readBreaker(ctx) }
}
