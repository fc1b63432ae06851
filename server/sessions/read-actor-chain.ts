import { sql, type SQL } from 'drizzle-orm'
import { type ActorChain } from '../../contract/sessions.ts'
import { type Context } from '../context.ts'
import { isKept, withinReach } from './visible.ts'

const mostGenerations = 64
const mostChildren = 200

const there = (ctx: Context, name: string): SQL => {
  const column = (column: string) => sql.raw(`${name}.${column}`)
  return sql`${isKept(ctx, { status: column('status'), completedAt: column('completed_at') })}
    and ${withinReach(ctx, { id: column('id'), workspace: column('workspace') })}`
}

/** Of several sessions with one key the oldest-started is the parent; ended ones count as long as they are kept (SES-8). */
const holderOf = (ctx: Context, key: SQL, workspace: SQL) => sql`
  select p.id, p.workspace, p.native_actor_key as key, p.native_parent_actor_key as parent_key from sessions p
  where p.native_actor_key = ${key} and p.workspace = ${workspace} and ${there(ctx, 'p')}
  order by p.started_at, p.id collate "C" limit 1`

const nodes = (of: SQL, order: SQL) => sql`
  select coalesce(json_agg(node order by ${order}), '[]') from (${of}) o, lateral (
    select json_build_object('id', v.id, 'name', v.name, 'nativeActorKey', v."nativeActorKey", 'nativeParentActorKey', v."nativeParentActorKey",
      'thread', v.thread, 'status', v.status, 'liveness', v.liveness, 'progress', v.progress,
      'provider', v.provider, 'model', v.model, 'harness', v.harness) as node
    from session_view v where v.id = o.id offset 0) n`

/** One key leads to the next within a workspace, until none is there, one comes again, or it is far enough. */
export async function readActorChain(ctx: Context, id: string): Promise<ActorChain> {
  const [row] = await ctx.db.execute<ActorChain>(sql`
    with recursive line as (
      select s.id, s.workspace, s.native_actor_key as key, s.native_parent_actor_key as parent_key, 1 as place, array[s.id] as seen
      from sessions s where s.id = ${id} and ${there(ctx, 's')}
      union all
      select p.*, l.place + 1, l.seen || p.id from line l
      cross join lateral (${holderOf(ctx, sql`l.parent_key`, sql`l.workspace`)}) p
      where p.id <> all (l.seen) and l.place < ${mostGenerations}
    ), children as (
      select c.id, row_number() over (order by c.started_at, c.id collate "C") as place
      from line l
      join lateral (${holderOf(ctx, sql`l.key`, sql`l.workspace`)}) holder on holder.id = l.id
      join sessions c on c.native_parent_actor_key = l.key and c.workspace = l.workspace and c.id <> l.id
      where l.place = 1 and ${there(ctx, 'c')}
      order by c.started_at, c.id collate "C" limit ${mostChildren}
    )
    select (${nodes(sql`select id, place from line`, sql`o.place desc`)}) as chain,
      (${nodes(sql`select id, place from children`, sql`o.place`)}) as children`)
  return row!
}
