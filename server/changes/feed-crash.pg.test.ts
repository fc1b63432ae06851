import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOn, startTail, writeChange } from '../../test/feed-tail.ts'
import { startCluster, type TestCluster } from '../../test/postgres-cluster.ts'
import { formatCursor } from './feed-position.ts'
import { openFeed } from './open-feed.ts'

let cluster: TestCluster
beforeAll(async () => {
  // Aborts reach the disk only with the next commit or the WAL writer's round, which is too late for this crash.
  cluster = await startCluster({ settings: { wal_writer_delay: '10s' } })
})
afterAll(() => cluster.stop())

test('[RT-3] Postgres crashes and uses xids again that a cursor had passed: what they write is not skipped', async () => {
  const { db, client } = await databaseOn(cluster)
  await writeChange(client, 'before', 1)
  const watermark = async () => (await client`select pg_snapshot_xmin(pg_current_snapshot())::text::int as xmin`)[0]!.xmin as number
  const feed = await startTail(db)
  const abort = () => client.begin(async (tx) => {
    await writeChange(tx as unknown as typeof client, 'never', 1)
    throw new Error('on purpose')
  })
  for (let i = 0; i < 20; i++) await expect(abort()).rejects.toThrow('on purpose')
  const passed = await watermark()
  await feed.tail.caughtUp()
  const cursors = [feed.cursor(), formatCursor(await openFeed(db))]

  await cluster.crash()
  await cluster.start()
  const [after] = await writeChange(client, 'after', 1).catch(() => writeChange(client, 'after', 1))
  expect(Number(after!.xid)).toBeLessThan(passed)
  await feed.tail.caughtUp()
  expect(feed.versionsOf('after')).toEqual([1])
  for (const cursor of cursors) {
    const answer = await feed.join(cursor)
    expect(answer).toMatchObject({ ok: true, frame: { changes: [{ entity: 'after' }] } })
  }
})
