import { sql } from 'drizzle-orm'
import { type SessionCounts, type SessionFilter, type ShownState, shownStates } from '../../contract/sessions.ts'
import { snapshotCursor } from '../changes/feed-cursor.ts'
import { type Context } from '../context.ts'
import { sessionFilter } from './session-filter.ts'
import { visible } from './visible.ts'

/** One pass over the active sessions, which a strip of six lists would make six times. Past this many it says "at least". */
const countCap = 100_000

type Row = { counts: Partial<Record<ShownState, number>>; needy: number; seen: number; feed: string; serverNow: string }

/** How many active sessions fit, by the one word that is shown of each, and how many need a person. Ended ones are in none of it. */
export async function countSessions(ctx: Context, filter: SessionFilter, cap = countCap): Promise<SessionCounts> {
  const workspace = ctx.actor.workspace ?? null
  const [row] = await ctx.db.execute<Row>(sql`
    with fitting as materialized (
      select v.id, v.progress, v.liveness ->> 'verdict' as verdict
      from session_view v
      where v.status = 'active' and ${visible(ctx)} and ${sessionFilter(filter)}
        and (${workspace}::text is null or v.workspace = ${workspace})
      limit ${cap + 1}
    ), counted as (
      select case when progress in ('waiting', 'stalled') then progress else verdict end as state, count(*) as count,
        count(*) filter (where progress in ('waiting', 'stalled') or verdict = 'dead' and exists (
          select from reservations r where r.session_id = f.id and r.released_at is null)) as needy
      from (select * from fitting limit ${cap}) f group by state
    )
    select
      coalesce((select jsonb_object_agg(state, count) from counted), '{}') as counts,
      coalesce((select sum(needy)::int from counted), 0) as needy,
      (select count(*)::int from fitting) as seen,
      ${snapshotCursor} as feed,
      to_jsonb(clock_timestamp()) as "serverNow"`)
  const { counts, needy, seen, feed, serverNow } = row!
  const capped = seen > cap
  const said = Object.fromEntries(shownStates.map((state) => [state, { count: counts[state] ?? 0, capped }]))
  return { counts: said as SessionCounts['counts'], needsYou: { count: needy, capped }, feed, serverNow }
}
