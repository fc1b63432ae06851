import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { databaseOn, openTransaction, startTail, writeChange } from '../../test/feed-tail.ts'
import { startCluster, type TestCluster } from '../../test/postgres-cluster.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { FeedHealth } from './feed-health.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

test('[RT-4] a transaction left open in another database holds the feed back and is named', async () => {
  const { db, client } = await databaseOn(cluster)
  const metrics = createMetrics()
  const health = new FeedHealth(db, createLog('silent'), metrics)
  const feed = await startTail(db, health.onRead)

  const elsewhere = await openTransaction(new URL('/template1', cluster.url).href, 'forgotten backup')
  const [{ pid }] = (await elsewhere`select pg_backend_pid() as pid, pg_current_xact_id()`) as unknown as [{ pid: number }]
  await writeChange(client, 'one', 1)
  await vi.waitFor(async () => {
    const [stall] = (await metrics.feedStall.get()).values
    expect(stall!.labels).toEqual({ pid, database: 'template1', application: 'forgotten backup' })
  }, 15_000)
  expect(feed.versionsOf('one')).toEqual([])
  expect(health.lagMs()).toBeGreaterThan(0)

  await elsewhere`commit`
  await vi.waitFor(() => expect(feed.versionsOf('one')).toEqual([1]))
  await vi.waitFor(async () => expect((await metrics.feedStall.get()).values).toEqual([]))
  expect(health.lagMs()).toBe(0)
}, 30_000)
