import { sql, type SQL } from 'drizzle-orm'
import { type FindSession, type Session } from '../../contract/sessions.ts'
import { type Context } from '../context.ts'
import { isPath } from './is-path.ts'
import { withinReach } from './visible.ts'

/** Of the active sessions known by this the newest-started one, dead or alive (SES-9). */
export async function findSession(ctx: Context, { workspace, ...known }: FindSession): Promise<{ session: Session | null }> {
  const [found] = await ctx.db.execute<{ session: Session }>(sql`
    select to_json(v) as session from session_view v where v.id = (
      select s.id from sessions s
      where s.status = 'active' and ${isKnownBy(known)} and ${withinReach(ctx, { id: sql`s.id`, workspace: sql`s.workspace` })}
        ${workspace === undefined ? sql`` : sql`and s.workspace = ${workspace}`}
      order by s.started_at desc, s.id collate "C" desc limit 1
    )`)
  return { session: found?.session ?? null }
}

function isKnownBy({ externalSessionId, clientInstanceId, nativeActorKey, nativeInstanceKey, path }: Omit<FindSession, 'workspace'>): SQL {
  if (externalSessionId !== undefined) return sql`s.external_session_id = ${externalSessionId}`
  if (clientInstanceId !== undefined) return sql`s.client_instance_id = ${clientInstanceId}`
  if (nativeActorKey !== undefined) return sql`s.native_actor_key = ${nativeActorKey}`
  const there = sql`(${isPath('worktree_path', path!)} or ${isPath('execution_root', path!)})`
  return nativeInstanceKey === undefined ? there : sql`${there} and s.native_instance_key = ${nativeInstanceKey}`
}
