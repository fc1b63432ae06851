import { sql } from 'drizzle-orm'
import { type Db } from '../../db/client.ts'
import { type FeedPosition } from './feed-position.ts'

/**
 * Finds where the feed stands. Xids restart in a new cluster, so after a restore the feed may hold xids from the
 * future: then it is emptied and a new epoch begins, and clients take a fresh snapshot.
 */
export async function openFeed(db: Db): Promise<FeedPosition> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('muster feed'))`)
    const system = sql`(select system_identifier::text from pg_control_system())`
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
    const [here] = await tx.execute<{ epoch: string; xmin: string }>(
      sql`select epoch::text, pg_snapshot_xmin(pg_current_snapshot())::text as xmin from feed`,
    )
    return { epoch: here!.epoch, xid: BigInt(here!.xmin), id: 0n }
  })
}
