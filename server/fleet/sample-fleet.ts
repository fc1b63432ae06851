import { sql } from 'drizzle-orm'
import { type Context, transaction } from '../context.ts'

/** The last minute that is over. */
const lastMinute = sql`date_trunc('minute', clock_timestamp(), 'UTC') - interval '1 minute'`

/**
 * A row for the minute that is over and each workspace in which there is something to show, or was until then. Once a
 * minute, whoever asks and how often: the rows are the memory, so restarts and changes of the lead count nothing twice.
 */
export async function sampleFleet(ctx: Context, feedLagMs: number): Promise<number> {
  const [due] = await ctx.db.execute<{ minute: string }>(sql`
    select l.minute::text as minute from (select ${lastMinute} as minute offset 0) l
    where not exists (select from fleet_samples f where f.minute = l.minute)`)
  return due ? sampleMinute(ctx, due.minute, feedLagMs) : 0
}

export function sampleMinute(ctx: Context, minute: string, feedLagMs: number): Promise<number> {
  return transaction(ctx, async (tx) => {
    const written = await countStates(tx, minute, feedLagMs)
    await addUsage(tx, minute)
    await addConflicts(tx, minute)
    return written
  })
}

async function countStates(tx: Context, minute: string, feedLagMs: number): Promise<number> {
  const written = await tx.db.execute(sql`
    with active as (
      select workspace, case when progress in ('waiting', 'stalled') then progress else verdict end as state
      from session_judged where status = 'active'
    ), shown as (
      select workspace,
        count(*) filter (where state = 'alive') as alive, count(*) filter (where state = 'waiting') as waiting,
        count(*) filter (where state = 'stalled') as stalled, count(*) filter (where state = 'quiet') as quiet,
        count(*) filter (where state = 'dead') as dead, count(*) filter (where state = 'unknown') as unknown
      from active group by workspace
    ), before as (
      select distinct on (workspace) workspace, alive + waiting + stalled + quiet + dead + unknown as shown from fleet_samples
      where minute >= ${minute}::timestamptz - interval '1 hour' and minute < ${minute}::timestamptz order by workspace, minute desc
    ), named as (
      select workspace from shown
      union select workspace from before where before.shown > 0
      union select s.workspace from usage_samples u join sessions s on s.id = u.session_id where u.minute between ${minute}::timestamptz - interval '1 minute' and ${minute}::timestamptz
    )
    insert into fleet_samples (minute, workspace, alive, waiting, stalled, quiet, dead, unknown, feed_lag_ms)
    select ${minute}::timestamptz, n.workspace, coalesce(alive, 0), coalesce(waiting, 0), coalesce(stalled, 0), coalesce(quiet, 0),
      coalesce(dead, 0), coalesce(unknown, 0), ${feedLagMs}
    from named n left join shown c on c.workspace = n.workspace
    on conflict do nothing returning workspace`)
  return written.length
}

/**
 * What was added since the row before, from the totals that sessions had at the end of each minute. The row before is looked
 * at again: what took its clock in that minute may have committed after it was written.
 */
async function addUsage(tx: Context, minute: string): Promise<void> {
  await tx.db.execute(sql`
    with due as materialized (
      select f.minute, f.workspace, greatest(f.minute - interval '10 minutes', (
        select max(p.minute) from fleet_samples p where p.workspace = f.workspace and p.minute < f.minute)) as after
      from fleet_samples f where f.minute between ${minute}::timestamptz - interval '1 minute' and ${minute}::timestamptz
    ), moved as materialized (
      select s.workspace, u.minute, sum(u.tokens - coalesce(b.tokens, 0)) as tokens, sum(u.cost_micro_usd - coalesce(b.cost_micro_usd, 0)) as cost
      from usage_samples u join sessions s on s.id = u.session_id
      join (select workspace, min(after) as after from due group by workspace) w on w.workspace = s.workspace and u.minute > w.after
      left join lateral (
        select tokens, cost_micro_usd from usage_samples o where o.session_id = u.session_id and o.minute < u.minute order by o.minute desc limit 1
      ) b on true
      where u.minute > (select min(after) from due) and u.minute <= ${minute}::timestamptz
      group by s.workspace, u.minute
    ), added as (
      select d.minute, d.workspace, sum(m.tokens) as tokens, sum(m.cost) as cost
      from due d join moved m on m.workspace = d.workspace and m.minute > d.after and m.minute <= d.minute
      group by d.minute, d.workspace
    )
    -- A session that was deleted meanwhile takes its totals with it; what was counted stays.
    update fleet_samples f set tokens = greatest(f.tokens, least(a.tokens, ${Number.MAX_SAFE_INTEGER}::bigint)),
      cost_micro_usd = greatest(f.cost_micro_usd, least(a.cost, ${Number.MAX_SAFE_INTEGER}::bigint))
    from added a where f.minute = a.minute and f.workspace = a.workspace`)
}

/** Refusals of reservations. Each is marked as counted by the transaction that counts it. */
async function addConflicts(tx: Context, minute: string): Promise<void> {
  await tx.db.execute(sql`
    with refused as materialized (
      select id, thread_id, refused - refused_sampled as more, refused as upto from reservations where refused > refused_sampled for update skip locked
    ), marked as (
      update reservations r set refused_sampled = c.upto from refused c where r.id = c.id
    ), added as (
      select t.workspace, sum(c.more) as conflicts from refused c join threads t on t.id = c.thread_id group by t.workspace
    )
    insert into fleet_samples as f (minute, workspace, alive, waiting, stalled, quiet, dead, unknown, conflicts)
    select ${minute}::timestamptz, workspace, 0, 0, 0, 0, 0, 0, conflicts from added
    on conflict (minute, workspace) do update set conflicts = f.conflicts + excluded.conflicts`)
}
