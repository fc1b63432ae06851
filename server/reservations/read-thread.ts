import { sql } from 'drizzle-orm'
import { type ThreadDetail } from '../../contract/threads.ts'
import { snapshotCursor } from '../changes/feed-cursor.ts'
import { type Context } from '../context.ts'
import { threadNotFound } from './view-thread.ts'

const firstWaiters = 100
const newestOwners = 200

/** One statement, so that the thread, its line, its history and the feed cursor are of one snapshot. */
export async function readThread(ctx: Context, id: string): Promise<ThreadDetail> {
  const [row] = await ctx.db.execute<ThreadDetail>(sql`
    select
      to_json(v) as thread,
      coalesce((
        select jsonb_agg(jsonb_build_object('sessionId', w.session_id, 'name', w.session_name, 'place', w.place, 'waitingSince', w.waiting_since) order by w.place)
        from (
          select *, row_number() over (order by position) as place from thread_waiters
          where thread_id = v.id and granted_reservation is null and lease_until > clock_timestamp()
          order by position limit ${firstWaiters}
        ) w
      ), '[]') as waiters,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', r.id, 'sessionId', r.session_id, 'name', r.session_name, 'generation', r.generation, 'anchor', r.anchor,
          'reservedAt', r.reserved_at, 'releasedAt', r.released_at, 'releasedAs', r.released_as, 'releasedBy', r.released_by,
          'releaseReason', r.release_reason, 'refused', r.refused) order by r.generation desc)
        from (select * from reservations where thread_id = v.id order by generation desc limit ${newestOwners}) r
      ), '[]') as history,
      ${snapshotCursor} as feed,
      to_jsonb(clock_timestamp()) as "serverNow"
    from thread_view v where v.id = ${id} and ${ctx.actor.workspace === null ? sql`true` : sql`v.workspace = ${ctx.actor.workspace}`}`)
  if (!row) throw threadNotFound(id)
  return row
}
