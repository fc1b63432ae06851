import { sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { RegisterSession } from '../../contract/sessions.ts'
import { type FeedDriver } from '../../test/feed-driver.ts'
import { type ServerPair, startPair } from '../../test/server-pair.ts'
import { startProxy } from '../../test/tcp-proxy.ts'
import { registerSession } from '../sessions/register-session.ts'
import { updateSession } from '../sessions/update-session.ts'

let pair: ServerPair
beforeAll(async () => {
  pair = await startPair()
})

const patience = { timeout: 60_000, interval: 20 }
const moreWrites = (driver: FeedDriver, count: number) => {
  const goal = driver.writes + count
  return vi.waitFor(() => expect(driver.writes).toBeGreaterThan(goal), patience)
}
const ownSession = async () => (await registerSession(pair.ctx, RegisterSession.parse({ timeoutMs: 3_600_000 }))).session.id
const everyone = (session: string) => [
  pair.follow(['fleet', `session:${session}`], () => pair.addresses[0]!),
  pair.follow(['fleet', `session:${session}`], () => pair.addresses[1]!),
  pair.follow(['fleet', `session:${session}`]),
]

test('[RT-3] kill -9 of one server while clients hop to the other', async () => {
  const driver = pair.drive()
  await moreWrites(driver, 20)
  const followers = everyone(driver.sessions[0]!)
  await moreWrites(driver, 60)
  await pair.servers[0]!.kill('SIGKILL')
  await moreWrites(driver, 60)
  await pair.restart(0)
  await moreWrites(driver, 60)
  await driver.stop()
  await pair.settle(followers, driver)
  for (const follower of [followers[0]!, followers[2]!]) expect(follower.count('lost')).toBeGreaterThan(0)
}, 180_000)

test('[RT-3] sockets are dropped again and again, and clients come back at the same or at the other server', async () => {
  const proxies = await Promise.all(pair.addresses.map(startProxy))
  onTestFinished(async () => void (await Promise.all(proxies.map((proxy) => proxy.stop()))))
  const driver = pair.drive()
  await moreWrites(driver, 20)
  const session = driver.sessions[0]!
  let hops = 0
  const steady = pair.follow(['fleet', `session:${session}`], () => proxies[0]!.url)
  const hopper = pair.follow(['fleet', `session:${session}`], () => proxies[hops++ % 2]!.url)
  const followers = [steady, hopper]
  for (let round = 0; round < 12; round++) {
    const frames = followers.map((follower) => follower.count('frame'))
    await vi.waitFor(() => followers.forEach((follower, i) => expect(follower.count('frame')).toBeGreaterThan(frames[i]!)), patience)
    for (const proxy of proxies) proxy.cut()
  }
  await driver.stop()
  await pair.settle(followers, driver)
  for (const follower of followers) {
    expect(follower.count('joined')).toBeGreaterThan(12)
    // What was missed came from the cursor: nobody had to start over.
    expect(follower.count('snapshot')).toBe(2)
  }
}, 180_000)

test('[RT-4] a transaction is held open and commits late while others go on', async () => {
  const session = await ownSession()
  const followers = everyone(session)
  const driver = pair.drive()
  await pair.ctx.db.transaction(async (late) => {
    await updateSession({ ...pair.ctx, db: late }, session, { name: 'committed late' })
    await moreWrites(driver, 80)
  })
  await moreWrites(driver, 20)
  await driver.stop()
  await pair.settle(followers, driver)
}, 180_000)

test('[RT-5] a transaction that started earlier writes the newer version', async () => {
  const session = await ownSession()
  const followers = everyone(session)
  const driver = pair.drive({ lanes: 2 })
  for (const round of [1, 2, 3, 4]) {
    await moreWrites(driver, 10)
    await pair.ctx.db.transaction(async (early) => {
      await early.execute(sql`select pg_current_xact_id()`)
      await pair.api(round % 2 ? 0 : 1)('PATCH', `/sessions/${session}`, { name: `older ${round}` })
      await updateSession({ ...pair.ctx, db: early }, session, { name: `newer ${round}` })
    })
  }
  await driver.stop()
  const inverted = await pair.sql`
    select a.version from changes a join changes b on a.entity = b.entity and a.version > b.version and a.xid < b.xid
    where a.entity = ${session}`
  expect(inverted).toHaveLength(4)
  await pair.settle(followers, driver)
}, 180_000)

for (const [what, fault] of Object.entries({
  restarted: () => pair.cluster.restart(),
  'crashed and recovered': () => pair.cluster.crash().then(() => pair.cluster.start()),
}))
  test(`[RT-3] Postgres is ${what} under two servers at work`, async () => {
    const driver = pair.drive()
    await moreWrites(driver, 20)
    const followers = everyone(driver.sessions[0]!)
    await moreWrites(driver, 40)
    await fault()
    await moreWrites(driver, 60)
    await driver.stop()
    await pair.settle(followers, driver)

    // Hints are heard again: of what is written through one server, the other one's backstop finds the lesser part.
    const found = await pair.metric(1, 'muster_feed_backstop_total')
    const session = await ownSession()
    for (let n = 0; n < 10; n++) {
      const frames = followers[1]!.count('frame')
      await pair.api(0)('PATCH', `/sessions/${session}`, { name: `after ${n}` })
      await vi.waitFor(() => expect(followers[1]!.count('frame')).toBeGreaterThan(frames), patience)
    }
    expect((await pair.metric(1, 'muster_feed_backstop_total')) - found).toBeLessThan(5)
  }, 180_000)
