import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type RegisteredSession } from '../../contract/sessions.ts'
import { type FeedFollower } from '../../test/feed-follower.ts'
import { type SeenFrame } from '../../test/feed-history.ts'
import { type ServerPair, startPair } from '../../test/server-pair.ts'
import { startProxy } from '../../test/tcp-proxy.ts'

let pair: ServerPair
beforeAll(async () => {
  pair = await startPair()
})

const patience = { timeout: 60_000, interval: 20 }
const inRoom = (follower: FeedFollower) => vi.waitFor(() => expect(follower.count('joined')).toBe(1), patience)

/** Writes to these sessions as fast as it can until stopped. */
function flood(sessions: string[], lanes: number) {
  let stopped = false
  let writes = 0
  const lane = async (start: number) => {
    for (let n = start; !stopped; n++) {
      await pair.api(n % 2 ? 1 : 0)('POST', `/sessions/${sessions[n % sessions.length]}/progress`, { activity: `step ${n}` })
      writes++
    }
  }
  const running = Promise.all(Array.from({ length: lanes }, (_, start) => lane(start)))
  const stop = async () => {
    stopped = true
    await running
  }
  onTestFinished(stop)
  return { stop, writes: () => writes }
}

/** Thousands of changes a second, each in its transaction, with no HTTP in between. */
const writeQuickly = (sessions: string[], count: number) =>
  pair.sql.unsafe(`do $$ declare ids text[] := '{${sessions.join(',')}}'; begin
    for n in 1..${count} loop
      update sessions set version = version + 1, activity = 'quick ' || n where id = ids[1 + n % ${sessions.length}];
      insert into changes (topic, entity, version, body)
        select 'session', v.id, v.version, to_json(v) from session_view v where v.id = ids[1 + n % ${sessions.length}];
      commit;
    end loop; end $$`)

const register = async (given: object = {}) =>
  (await pair.api(0)<RegisteredSession>('POST', '/sessions', { timeoutMs: 3_600_000, stallMs: 86_400_000, ...given })).body.session.id

test('[RT-5] a flood on few sessions is merged: at most one frame per room per 100 ms, and the last version arrives', async () => {
  const sessions = await Promise.all(Array.from({ length: 4 }, () => register()))
  const followers = [0, 1].map((server) => pair.follow(['fleet', `session:${sessions[0]!}`], () => pair.addresses[server]!))
  await Promise.all(followers.map((follower) => vi.waitFor(() => expect(follower.count('joined')).toBe(2), patience)))
  const { stop, writes } = flood(sessions, 4)
  await writeQuickly(sessions, 3_000)
  await stop()
  await pair.settle(followers)
  for (const { seen } of followers.flatMap(({ histories }) => histories)) {
    const frames = seen.filter((event): event is SeenFrame => event.kind === 'frame')
    const spanMs = Date.parse(frames.at(-1)!.serverNow) - Date.parse(frames[0]!.serverNow)
    // By the server's own clock; a tenth more for how exactly it is known.
    expect(frames.length).toBeLessThanOrEqual((spanMs / 100) * 1.1 + 2)
    expect(frames.length).toBeGreaterThan(1)
    expect(frames.reduce((sum, { changes }) => sum + changes.length, 0)).toBeLessThan((writes() + 3_000) / 2)
  }
}, 180_000)

/** One change to each session, with a body of half a megabyte, and a small one over HTTP that hints at them. */
async function writeHeavily(sessions: string[], small: string, round: number) {
  await pair.sql`
    with written as (update sessions set version = version + 1 where id = any(${sessions}) returning id, version)
    insert into changes (topic, entity, version, body)
    select 'session', id, version, json_build_object('text', repeat('x', 500000)) from written`
  await pair.api(0)('PATCH', `/sessions/${small}`, { name: `round ${round}` })
}

test('[RT-5] a client that stops reading leaves the room instead of filling memory, and comes back whole', async () => {
  const [small, ...heavy] = await Promise.all(Array.from({ length: 5 }, () => register()))
  const proxy = await startProxy(pair.addresses[0]!)
  onTestFinished(proxy.stop)
  const slow = pair.follow(['fleet'], () => proxy.url)
  const quick = pair.follow(['fleet'], () => pair.addresses[0]!)
  await Promise.all([inRoom(slow), inRoom(quick)])
  const isOut = async () => (await pair.metric(0, 'muster_slow_sockets_total')) > 0

  const before = { slow: slow.count('frame'), quick: quick.count('frame') }
  proxy.clamp()
  let whenOut: number | null = null
  for (let round = 0, outside = 0; outside < 15; round++) {
    const frames = quick.count('frame')
    await writeHeavily(heavy, small!, round)
    await vi.waitFor(() => expect(quick.count('frame')).toBeGreaterThan(frames), patience)
    if (whenOut !== null) outside++
    else if (await isOut()) whenOut = quick.count('frame')
    expect(round, 'the slow client was never put out').toBeLessThan(60)
  }
  proxy.letGo()
  await pair.settle([slow, quick])

  const kinds = slow.histories[0]!.seen.map(({ kind }) => kind)
  const buffered = kinds.slice(0, kinds.indexOf('behind')).filter((kind) => kind === 'frame').length - before.slow
  expect(kinds.filter((kind) => kind === 'behind' || kind === 'joined' || kind === 'lost')).toEqual(['joined', 'behind', 'joined'])
  // It was sent what the quick one had by then, and nothing of the fifteen rounds that came after.
  expect(buffered).toBeLessThanOrEqual(whenOut! - before.quick)
  expect(await pair.metric(0, 'muster_slow_sockets_total')).toBe(1)
}, 180_000)
