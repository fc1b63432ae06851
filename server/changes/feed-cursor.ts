import { sql, type SQL } from 'drizzle-orm'

/**
 * Where the feed stands, for the very snapshot that the statement around it reads with: the last change below the
 * watermark. Not the watermark itself: a crash can take back xids that left nothing durable, and then reuse them.
 */
export const snapshotCursor: SQL = sql`(
  select f.epoch::text || '.' || coalesce(last.xid::text || '.' || last.id::text, f.floor::text || '.0')
  from feed f left join lateral (
    select c.xid, c.id from changes c where c.xid < pg_snapshot_xmin(pg_current_snapshot()) order by c.xid desc, c.id desc limit 1
  ) last on true)`
