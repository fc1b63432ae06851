import { sql, type SQL } from 'drizzle-orm'
import { type Change } from '../../contract/realtime.ts'
import { type Db } from '../../db/client.ts'
import { type FeedPosition, isBehind } from './feed-position.ts'

/** With whose it is, which decides who hears of it and is not sent. */
export type FeedChange = Change & { workspace: string | null }

export type FeedPage = {
  changes: FeedChange[]
  /** Where to go on reading. */
  position: FeedPosition
  /** More can be read at once. */
  more: boolean
  epoch: string
  /** Xids below this may have been removed. */
  floor: bigint
  watermark: bigint
  /** Age of the oldest change that an open transaction holds back; null when nothing is held back. */
  heldBackMs: number | null
  /** The database's clock, in milliseconds. */
  nowMs: number
}

type Row = {
  epoch: string
  floor: string
  xmin: string
  held_back_ms: number | null
  now_ms: number
  xid: string | null
  id: string | null
} & FeedChange

/**
 * Changes after a position and below the watermark, in (xid, id) order. By `id > cursor` alone a transaction that
 * took its id early and commits late would be skipped (RT-4).
 */
export async function readFeed(db: Db, from: FeedPosition, limit: number, only: SQL = sql`true`): Promise<FeedPage> {
  const rows = await db.execute<Row>(sql`
    with w as (select pg_snapshot_xmin(pg_current_snapshot()) as xmin)
    select f.epoch::text, f.floor::text, w.xmin::text, c.*,
      extract(epoch from clock_timestamp())::float8 * 1000 as now_ms,
      (select extract(epoch from clock_timestamp() - h.at)::float8 * 1000
       from changes h where h.xid >= w.xmin order by h.xid, h.id limit 1) as held_back_ms
    from w cross join feed f left join lateral (
      select xid::text, id::text, topic, entity, version::float8, workspace, body
      from changes
      where (changes.xid, changes.id) > (${String(from.xid)}::xid8, ${String(from.id)}::bigint)
        and changes.xid < w.xmin and ${only}
      order by changes.xid, changes.id
      limit ${limit}
    ) c on true`)
  const first = rows[0]!
  const found = rows.filter((row) => row.id !== null)
  const last = found.at(-1)
  const bottom = { epoch: first.epoch, xid: BigInt(first.floor), id: 0n }
  const unmoved = isBehind(from, bottom) ? bottom : { ...from, epoch: first.epoch }
  return {
    changes: found.map(({ topic, entity, version, workspace, body }) => ({ topic, entity, version, workspace, body })),
    position: last ? { epoch: first.epoch, xid: BigInt(last.xid!), id: BigInt(last.id!) } : unmoved,
    more: found.length === limit,
    epoch: first.epoch,
    floor: BigInt(first.floor),
    watermark: BigInt(first.xmin),
    heldBackMs: first.held_back_ms,
    nowMs: first.now_ms,
  }
}
