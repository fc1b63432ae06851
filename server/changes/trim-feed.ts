import { sql } from 'drizzle-orm'
import { type Db } from '../../db/client.ts'

/** Forgets changes older than an hour, in bounded batches. The floor moves first: a cursor below it gets a snapshot. */
export async function trimFeed(db: Db, keepMs = 3_600_000, batch = 5_000): Promise<number> {
  return db.transaction(async (tx) => {
    const [edge] = await tx.execute<{ xid: string }>(sql`
      select xid::text from (
        select xid from changes
        where at < clock_timestamp() - ${keepMs} * interval '1 ms' and xid < pg_snapshot_xmin(pg_current_snapshot())
        order by changes.xid, id limit ${batch}
      ) old order by old.xid desc limit 1`)
    if (!edge) return 0
    await tx.execute(sql`update feed set floor = greatest(floor, (${edge.xid}::text::numeric + 1)::text::xid8)`)
    const gone = await tx.execute(sql`delete from changes where xid <= ${edge.xid}::xid8 returning id`)
    return gone.length
  })
}
