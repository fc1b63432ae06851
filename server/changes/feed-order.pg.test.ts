import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RegisterSession } from '../../contract/sessions.ts'
import { agentActor } from '../../test/context.ts'
import { databaseOn, openTransaction, startTail, writeChange } from '../../test/feed-tail.ts'
import { startCluster, type TestCluster } from '../../test/postgres-cluster.ts'
import { type Context } from '../context.ts'
import { registerSession } from '../sessions/register-session.ts'
import { updateSession } from '../sessions/update-session.ts'
import { formatCursor } from './feed-position.ts'
import { openFeed } from './open-feed.ts'
import { readFeed } from './read-feed.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

const actor = agentActor('tester')
const contextOn = (db: Context['db']): Context => ({
  db,
  actor,
  settings: { sessionRetentionMs: 1e9, deadGraceMs: null },
  hint: () => {},
})

test('[RT-4] T1 writes change 1 and stays open, T2 writes change 2 and commits: both arrive when T1 commits', async () => {
  const { url, db, client } = await databaseOn(cluster)
  const feed = await startTail(db)
  const t1 = await openTransaction(url)
  await writeChange(t1, 'late', 1)
  await writeChange(client, 'early', 1)
  await feed.tail.caughtUp()
  await t1`commit`
  await vi.waitFor(() => {
    expect(feed.versionsOf('early')).toEqual([1])
    expect(feed.versionsOf('late')).toEqual([1])
  })
})

test('[RT-4] a reader that has seen change 100 still gets change 99 when its transaction commits after', async () => {
  const { url, db } = await databaseOn(cluster)
  const feed = await startTail(db)
  const early = await openTransaction(url)
  await early`select pg_current_xact_id()`
  const late = await openTransaction(url)
  const [change99] = await writeChange(late, 'late', 1)
  const [change100] = await writeChange(early, 'early', 1)
  expect(change100!.id).toBeGreaterThan(change99!.id as number)
  await early`commit`
  await vi.waitFor(() => expect(feed.versionsOf('early')).toEqual([1]))
  expect(feed.versionsOf('late')).toEqual([])
  const cursor = feed.cursor()
  await late`commit`
  await vi.waitFor(() => expect(feed.versionsOf('late')).toEqual([1]))
  const other = await startTail(db)
  const answer = await other.join(cursor)
  expect(answer).toMatchObject({ ok: true, frame: { changes: [{ entity: 'late', version: 1 }] } })
})

test('[RT-5] a transaction that took its xid early writes the newer version: v3 comes first, and v2 is not told after it', async () => {
  const { db } = await databaseOn(cluster)
  const { session } = await registerSession(contextOn(db), RegisterSession.parse({ name: 'one' }))
  const from = await openFeed(db)
  const feed = await startTail(db)
  await db.transaction(async (early) => {
    await early.execute(sql`select pg_current_xact_id()`)
    await updateSession(contextOn(db), session.id, { name: 'two' })
    await feed.tail.caughtUp()
    await updateSession(contextOn(early), session.id, { name: 'three' })
  })
  await feed.tail.caughtUp()

  const inFeed = await readFeed(db, from, 10)
  expect(inFeed.changes.map(({ version }) => version)).toEqual([3, 2])
  expect(feed.versionsOf(session.id)).toEqual([3])
  const answer = await feed.join(formatCursor(from))
  expect(answer).toMatchObject({ ok: true, frame: { changes: [{ version: 3, body: { name: 'three' } }] } })
})

test('[RT-5] a page ends between the newer version and the older one: a client that hops there is not told the older', async () => {
  const { url, db, client } = await databaseOn(cluster)
  const [here, there] = [await startTail(db), await startTail(db)]
  const early = await openTransaction(url)
  await early`select pg_current_xact_id()`
  await writeChange(client, 'one', 2)
  await writeChange(early, 'one', 3)
  await early`insert into changes (topic, entity, version, body) select 'session', 'more-' || n, 1, '{}' from generate_series(1, 1500) n`
  await early`commit`
  await vi.waitFor(() => expect(here.versionsOf('more-1500')).toEqual([1]))
  await there.tail.caughtUp()

  expect(here.deliveries.length).toBeGreaterThan(1)
  for (const { cursor } of here.deliveries) {
    const answer = await there.join(cursor)
    const versions = answer.ok ? answer.frame.changes.filter(({ entity }) => entity === 'one').map(({ version }) => version) : []
    expect(versions).not.toContain(2)
  }
})

test('[RT-3] a client that comes from a process further ahead waits until this one has caught up', async () => {
  const { db, client } = await databaseOn(cluster)
  const behind = await startTail(db)
  await writeChange(client, 'one', 1)
  const ahead = await openFeed(db)
  const answer = await behind.join(formatCursor(ahead))
  expect(answer).toMatchObject({ ok: true, frame: { changes: [] } })
  expect(behind.versionsOf('one')).toEqual([1])
})

test('[RT-3] the feed goes on after its connection was killed', async () => {
  const { db, client } = await databaseOn(cluster)
  const feed = await startTail(db)
  await client`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await writeChange(client, 'one', 1)
  await vi.waitFor(() => expect(feed.versionsOf('one')).toEqual([1]), 10_000)
  expect(feed.gaps.count).toBe(0)
})
