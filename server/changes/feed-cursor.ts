import { sql, type SQL } from 'drizzle-orm'

/** The cursor of a snapshot: the watermark of the very snapshot that the statement around it reads with. */
export const snapshotCursor: SQL = sql`(select epoch::text || '.' || pg_snapshot_xmin(pg_current_snapshot())::text || '.0' from feed)`
