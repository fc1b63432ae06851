import { sql } from 'drizzle-orm'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context, transaction } from '../context.ts'
import { endWindows } from '../reservations/end-windows.ts'

/**
 * What was abandoned is final when its window is over (OPS-6): the threads go to whoever waits. Gives how many windows ended.
 * Threads and sessions apart: serving a line locks the sessions that wait, which come in no order after these.
 */
export async function finishAbandonments(ctx: Context, batch = 100): Promise<number> {
  const threads = await endWindows(ctx, batch)
  const sessions = await transaction(ctx, async (tx) => {
    const over = await recordChanges(
      tx,
      'session',
      sql`select v.id, told.version, v.workspace, (to_jsonb(v) || jsonb_build_object('version', told.version))::json
        from told join session_view v on v.id = told.id`,
      sql`with over as materialized (
        select id from sessions where undo_until <= clock_timestamp() order by id collate "C" limit ${batch} for update skip locked
      ), told as (update sessions s set undo_until = null, version = version + 1 from over where s.id = over.id returning s.id, s.version)`,
    )
    return over.length
  })
  return Math.max(threads, sessions)
}
