import { sql } from 'drizzle-orm'
import { type AbandonPreview, undoWindowMs } from '../../contract/sessions.ts'
import { type Context } from '../context.ts'
import { freedBy } from '../reservations/freed-by.ts'
import { waitedFor } from '../reservations/waited-for.ts'
import { sessionEnded, sessionNotFound } from './lock-session.ts'
import { visible } from './visible.ts'

const mostChildren = 200

/** What abandoning a session would free, and whom that concerns, read from one snapshot; nothing is locked or changed (GEN-9). */
export async function previewAbandon(ctx: Context, id: string): Promise<AbandonPreview> {
  const [row] = await ctx.db.execute<Omit<AbandonPreview, 'undoWindowMs'>>(sql`
    select
      to_json(v) as session,
      ${freedBy(sql`v.id`)} as threads,
      ${waitedFor(sql`v.id`)} as "waitsFor",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.started_at, c.id collate "C") from (
          select id, name, started_at from sessions
          where native_parent_actor_key = v."nativeActorKey" and workspace = v.workspace and status = 'active' and id <> v.id
          order by started_at, id collate "C" limit ${mostChildren}) c
      ), '[]') as children
    from session_view v
    where v.id = ${id} and ${visible(ctx)}`)
  if (!row) throw sessionNotFound(id)
  if (row.session.status !== 'active') throw sessionEnded(row.session)
  return { ...row, undoWindowMs }
}
