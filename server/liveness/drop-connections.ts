import { sql, type SQL } from 'drizzle-orm'
import { type Context, transaction } from '../context.ts'
import { announceThreadsOf } from '../reservations/announce-threads.ts'
import { announceConnections } from './announce-connections.ts'

/** A drop counts only for the connection that it names: what was carried on elsewhere meanwhile stays (LIV-5). */
export async function dropConnections(ctx: Context, connectionIds: string[]): Promise<void> {
  await drop(ctx, { which: sql`b.connection_id in ${connectionIds}`, at: sql`clock_timestamp()` })
}

/**
 * The connections of a server process that was killed lapse with its presence: dropped when it was last seen, or at the
 * last beat if that came later. Gives how many.
 */
export const lapseConnections = (ctx: Context, batch: number): Promise<number> =>
  drop(ctx, {
    which: sql`b.connection_id is not null and not exists (
      select from server_processes p where p.id = b.connection_process and p.seen_at >= clock_timestamp() - interval '5 s')`,
    at: sql`(select p.seen_at from server_processes p where p.id = b.connection_process)`,
    batch,
  })

async function drop(ctx: Context, { which, at, batch }: { which: SQL; at: SQL; batch?: number }): Promise<number> {
  const dropped = await transaction(ctx, async (tx) => {
    const found = await tx.db.execute<{ id: string }>(sql`
      select s.id from session_beats b join sessions s on s.id = b.session_id where ${which}
      order by s.id collate "C" limit ${batch ?? null} for no key update of s ${batch === undefined ? sql`` : sql`skip locked`}`)
    if (found.length === 0) return []
    const gone = await tx.db.execute<{ id: string }>(sql`
      with held as materialized (
        select b.session_id from session_beats b where b.session_id in ${found.map(({ id }) => id)} and ${which}
        order by b.session_id collate "C" for no key update
      )
      update session_beats b set connection_id = null, connection_process = null, disconnected_at = greatest(${at}, b.last_beat_at)
      from held h where b.session_id = h.session_id returning b.session_id as id`)
    const ids = gone.map(({ id }) => id)
    await announceConnections(tx, ids)
    return ids
  })
  if (dropped.length > 0) await announceThreadsOf(ctx, dropped)
  return dropped.length
}
