import { sql } from 'drizzle-orm'
import { type Db } from '../../db/client.ts'
import { snapshotCursor } from './feed-cursor.ts'
import { type FeedPosition, parseCursor } from './feed-position.ts'

/**
 * Finds where the feed stands. Xids restart in a new cluster and go back on a new timeline, so after a restore the
 * feed may hold xids from the future: then it is emptied and a new epoch begins, and clients take a fresh snapshot.
 */
export async function openFeed(db: Db): Promise<FeedPosition> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('muster feed'))`)
    const system = sql`(select system_identifier || '.' || timeline_id from pg_control_system(), pg_control_checkpoint())`
    await tx.execute(sql`
      insert into feed (epoch, floor, system_identifier)
      values (extract(epoch from clock_timestamp()) * 1000, pg_snapshot_xmin(pg_current_snapshot()), ${system})
      on conflict do nothing`)
    const [restored] = await tx.execute(sql`
      update feed set
        epoch = greatest(epoch + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint),
        floor = pg_snapshot_xmin(pg_current_snapshot()),
        system_identifier = ${system}
      where system_identifier <> ${system}
        or exists (select from changes where xid >= pg_snapshot_xmax(pg_current_snapshot()))
        or floor > pg_snapshot_xmax(pg_current_snapshot())
      returning epoch`)
    if (restored) await tx.execute(sql`delete from changes where xid <> pg_current_xact_id()`)
    const [here] = await tx.execute<{ cursor: string }>(sql`select ${snapshotCursor} as cursor`)
    return parseCursor(here!.cursor)
  })
}
