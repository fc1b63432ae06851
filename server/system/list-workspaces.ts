import { sql } from 'drizzle-orm'
import { type z } from 'zod'
import { type WorkspaceList } from '../../contract/server-info.ts'
import { type Context } from '../context.ts'

const mostWorkspaces = 1_000
const countCap = 100_000

type Row = { name: string; active: number; capped: boolean; lastStartedAt: string }

/** By name. The names are walked one index probe each, so history does not make it slower. */
export async function listWorkspaces(ctx: Context): Promise<z.infer<typeof WorkspaceList>> {
  const workspace = ctx.actor.workspace ?? null
  const rows = await ctx.db.execute<Row>(sql`
    with recursive names as (
      (select workspace as name, started_at from sessions order by workspace, started_at desc limit 1)
      union all
      select next.workspace, next.started_at from names
      cross join lateral (
        select workspace, started_at from sessions where workspace > names.name order by workspace, started_at desc limit 1
      ) next
    ), active as materialized (select workspace from sessions where status = 'active' limit ${countCap + 1}),
    counted as (select workspace, count(*)::int as count from active group by workspace)
    select n.name, coalesce(c.count, 0) as active, (select count(*) > ${countCap} from active) as capped,
      to_jsonb(n.started_at) as "lastStartedAt"
    from names n left join counted c on c.workspace = n.name
    where ${workspace}::text is null or n.name = ${workspace}
    limit ${mostWorkspaces}`)
  return { items: rows.map(({ name, active, capped, lastStartedAt }) => ({ name, active: { count: active, capped }, lastStartedAt })) }
}
