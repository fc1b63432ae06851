import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { databaseOn, startTail, writeChange } from '../../test/feed-tail.ts'
import { startCluster, type TestCluster } from '../../test/postgres-cluster.ts'
import { createLog } from '../log.ts'
import { formatCursor } from './feed-position.ts'
import { FeedTail } from './feed-tail.ts'
import { openFeed } from './open-feed.ts'
import { trimFeed } from './trim-feed.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

const expired = { ok: false, reset: true, reason: 'expired' }
const otherEpoch = { ok: false, reset: true, reason: 'epoch' }

test('[RT-3] what is no longer held is answered with a reset; a cursor that missed nothing is not', async () => {
  const { db, client } = await databaseOn(cluster)
  const feed = await startTail(db)
  const before = formatCursor(await openFeed(db))
  for (const version of [1, 2, 3]) await writeChange(client, 'one', version)
  const after = formatCursor(await openFeed(db))
  await feed.tail.caughtUp()
  expect(await feed.join(before)).toMatchObject({ ok: true, frame: { changes: [{ version: 3 }] } })

  expect(await trimFeed(db, 0)).toBe(3)
  expect(await feed.join(before)).toEqual(expired)
  expect(await feed.join(after)).toMatchObject({ ok: true, frame: { changes: [] } })
  expect(await feed.join(formatCursor(await openFeed(db)))).toMatchObject({ ok: true, frame: { changes: [] } })
  expect(feed.gaps.count).toBe(0)
})

test('[RT-3] trimming keeps what is young and never goes in half a transaction', async () => {
  const { db, client } = await databaseOn(cluster)
  await client`insert into changes (topic, entity, version, at) select 'session', 'old-' || n, 1, now() - interval '2 hours' from generate_series(1, 4) n`
  await writeChange(client, 'young', 1)
  expect(await trimFeed(db, 3_600_000, 2)).toBe(4)
  expect(await trimFeed(db, 3_600_000, 2)).toBe(0)
  expect((await client`select entity from changes`).map(({ entity }) => entity)).toEqual(['young'])
})

test('[RT-3] a process that fell behind the floor makes everybody join again', async () => {
  const { db, client } = await databaseOn(cluster)
  const tail = new FeedTail(db, createLog('silent'), await openFeed(db))
  const cursor = formatCursor(tail.settled)
  await writeChange(client, 'missed', 1)
  await trimFeed(db, 0)
  const gap = vi.fn<() => void>()
  tail.start({ onChanges: () => {}, onGap: gap, onRead: () => {} })
  await tail.caughtUp()
  await tail.stop()
  expect(gap).toHaveBeenCalledOnce()
  expect(await (await startTail(db)).join(cursor)).toEqual(expired)
})

test('[RT-3] a gap of thousands of changes is answered with a reset', async () => {
  const { db, client } = await databaseOn(cluster)
  const before = formatCursor(await openFeed(db))
  const write = (count: number) =>
    client`insert into changes (topic, entity, version) select 'session', 's-' || n, 1 from generate_series(1, ${count}) n`
  await write(4_999)
  const feed = await startTail(db)
  expect(await feed.join(before)).toMatchObject({ ok: true })
  await write(1)
  expect(await feed.join(before, 'session:s-7')).toMatchObject({ ok: true, frame: { changes: [{ entity: 's-7' }] } })
  await feed.tail.caughtUp()
  expect(await feed.join(before)).toEqual(expired)
})

test('[RT-3] a cursor from the future is answered with a reset, and nobody waits for it', async () => {
  const { db } = await databaseOn(cluster)
  const feed = await startTail(db)
  const { epoch, xid } = await openFeed(db)
  expect(await feed.join(`${epoch}.${xid + 1_000_000n}.5`)).toEqual(otherEpoch)
  expect(await feed.join(`${epoch}.${xid}.999999999`)).toMatchObject({ ok: true, frame: { changes: [] } })
  expect(await feed.join(`${BigInt(epoch) + 1n}.${xid}.0`)).toEqual(otherEpoch)
})

const restores = {
  'changes with xids from the future': `insert into changes (xid, topic, entity, version) values ('9000000000000', 'session', 'restored', 7)`,
  'the identifier of another system': `update feed set system_identifier = 'another'`,
  'a floor from the future': `update feed set floor = '9000000000000'`,
}
for (const [what, restore] of Object.entries(restores))
  test(`[RT-3] after a restore with ${what} the feed is empty, in a new epoch, and old cursors are reset`, async () => {
    const { db, client } = await databaseOn(cluster)
    await writeChange(client, 'one', 1)
    const before = await openFeed(db)
    await client.unsafe(restore)
    const after = await openFeed(db)
    expect(BigInt(after.epoch)).toBeGreaterThan(BigInt(before.epoch))
    expect(await client`select id from changes`).toHaveLength(0)
    expect(await openFeed(db)).toEqual(after)

    const feed = await startTail(db)
    expect(await feed.join(formatCursor(before))).toEqual(otherEpoch)
    await writeChange(client, 'one', 2)
    await feed.tail.caughtUp()
    expect(await feed.join(formatCursor(after))).toMatchObject({ ok: true, frame: { changes: [{ version: 2 }] } })
  })

test('[RT-3] a process that runs on while another one begins a new epoch follows it and makes everybody join again', async () => {
  const { db, client } = await databaseOn(cluster)
  const feed = await startTail(db)
  await writeChange(client, 'one', 5)
  await feed.tail.caughtUp()
  await client`update feed set system_identifier = 'another'`
  const after = await openFeed(db)
  await feed.tail.caughtUp()
  expect(feed.gaps.count).toBe(1)
  expect(feed.tail.settled).toEqual(after)
  // Versions start over with a restore: what was known of them is forgotten.
  await writeChange(client, 'one', 3)
  await feed.tail.caughtUp()
  expect(feed.versionsOf('one')).toEqual([5, 3])
})

test('[RT-3] a process whose place lies in the future of the database, or in another epoch, makes everybody join again', async () => {
  const { db, client } = await databaseOn(cluster)
  const here = await openFeed(db)
  const other = BigInt(here.epoch) + 1n
  for (const place of [{ ...here, xid: 9_000_000_000_000n, id: 1n }, { ...here, epoch: String(other) }]) {
    const tail = new FeedTail(db, createLog('silent'), place)
    const gap = vi.fn<() => void>()
    tail.start({ onChanges: () => {}, onGap: gap, onRead: () => {} })
    await writeChange(client, 'one', 1)
    await tail.caughtUp()
    await tail.stop()
    expect(gap).toHaveBeenCalledOnce()
    expect(tail.settled).toEqual(await openFeed(db))
  }
})

test('processes that start at once on a new database agree on one epoch', async () => {
  const { db, client } = await databaseOn(cluster)
  await client`delete from feed`
  const opened = await Promise.all(Array.from({ length: 6 }, () => openFeed(db)))
  expect(new Set(opened.map(({ epoch }) => epoch)).size).toBe(1)
})
