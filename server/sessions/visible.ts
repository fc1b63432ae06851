import { sql, type SQL } from 'drizzle-orm'
import { type Context } from '../context.ts'

/** For an actor that is limited to a workspace, or to one session, nothing else exists (SEC-2). */
export function withinReach({ actor }: Context, { id, workspace }: { id: SQL; workspace: SQL }): SQL {
  const limits = [
    actor.workspace === null ? undefined : sql`${workspace} = ${actor.workspace}`,
    actor.sessionId === undefined ? undefined : sql`${id} = ${actor.sessionId}`,
  ].filter((limit) => limit !== undefined)
  return limits.length === 0 ? sql`true` : sql.join(limits, sql` and `)
}

/** Ended sessions read as not found from exactly the retention time after their end; active ones never do (SES-10). */
export const isKept = (ctx: Context, { status, completedAt }: { status: SQL; completedAt: SQL }): SQL =>
  sql`(${status} = 'active' or ${completedAt} > clock_timestamp() - ${ctx.settings.sessionRetentionMs} * interval '1 ms')`

/** Rows of `session_view v` that exist for this actor. */
export const visible = (ctx: Context): SQL =>
  sql`${isKept(ctx, { status: sql`v.status`, completedAt: sql`v."completedAt"` })} and ${withinReach(ctx, { id: sql`v.id`, workspace: sql`v.workspace` })}`
