import { beforeAll, describe, expect, test, vi } from 'vitest'
import { BeatReservation, ReleaseReservation, type Reserved, ReserveThread, type ThreadOwner } from '../../contract/threads.ts'
import { type Client } from '../../db/client.ts'
import { makeAgent } from '../../test/agent.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { startServer, type TestServer } from '../../test/server.ts'
import { type Context } from '../context.ts'
import { endSession } from '../sessions/end-session.ts'
import { readSession } from '../sessions/read-session.ts'
import { beatReservation } from './beat-reservation.ts'
import { releaseReservation } from './release-reservation.ts'
import { reserveThread } from './reserve-thread.ts'

let agent: Awaited<ReturnType<typeof makeAgent>>
let ctx: Context
let client: Client
let servers: TestServer[]

beforeAll(async () => {
  const url = await createDatabase()
  agent = await makeAgent(url)
  ;({ ctx, client } = agent)
  const fast = { MUSTER_RATE_PER_SECOND: '1000000' }
  const shifted = (ms: number) => ({ ...fast, NODE_OPTIONS: `--import ${new URL('../../test/shifted-clock.mjs', import.meta.url).href}`, CLOCK_SHIFT_MS: String(ms) })
  // Both judge by clocks that are a month off, to either side: it must not matter (GEN-1).
  servers = await Promise.all([startServer(url, shifted(30 * 86_400_000)), startServer(url, shifted(-30 * 86_400_000))])
})

type Won = Extract<Reserved, { outcome: 'reserved' }>
const reserve = (thread: string, input: object = {}) => reserveThread(ctx, ReserveThread.parse({ thread, ...input }))
const asWon = (answer: Reserved): Won => {
  if (answer.outcome !== 'reserved') throw new Error(answer.message)
  return answer
}
const silent = (id: string) => client`update session_beats set last_beat_at = clock_timestamp() - interval '1 h' where session_id = ${id}`
const over = (server: number, thread: string, input: object = {}) => agent.apiOn(servers[server % 2]!)<Reserved>('POST', '/threads/reserve', { thread, ...input })

test('[RSV-1] the database itself knows one owner of a thread', async () => {
  const { reservation, session } = asWon(await reserve('one owner'))
  await expect(client`
    insert into reservations (thread_id, session_id, session_name, generation, token_hash, reserved_at)
    values (${reservation.threadId}, ${session.id}, 'second', 2, 'x', clock_timestamp())`).rejects.toMatchObject({ code: '23505', constraint_name: 'reservations_one_owner' })
})

test('[RSV-3] [GEN-4] of 64 racers through two servers one wins in each of 100 rounds, and every loser is told who', async () => {
  for (let round = 0; round < 100; round++) {
    // Every other time at a thread that is there and free: the first one's row is made by the race itself.
    const answers = await Promise.all(Array.from({ length: 64 }, (_, n) => over(n, `race/${Math.floor(round / 2)}`)))
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
    const winners = answers.flatMap(({ body }) => (body.outcome === 'reserved' ? [body] : []))
    expect(winners).toHaveLength(1)
    const told = answers.flatMap(({ body }) => (body.outcome === 'live_owner' ? [`${body.owner.sessionId} ${body.owner.generation}`] : []))
    expect(told).toEqual(Array(63).fill(`${winners[0]!.session.id} ${1 + (round % 2)}`))
    const { id, token } = winners[0]!.reservation
    await releaseReservation(ctx, id, ReleaseReservation.parse({ token }))
  }
  const [row] = await client<{ sessions: number; threads: number }[]>`
    select (select count(*)::int from sessions where thread like 'race/%') as sessions, (select count(*)::int from threads where name like 'race/%') as threads`
  expect(row).toEqual({ sessions: 100, threads: 50 })
}, 300_000)

test('[RSV-4] the generation grows by one with each owner, and never falls', async () => {
  const generations: number[] = []
  for (let n = 0; n < 6; n++) {
    const won = asWon((await over(n, 'generations')).body)
    generations.push(won.reservation.generation)
    if (n % 2) await endSession(ctx, won.session.id, { status: 'merged' })
    else await releaseReservation(ctx, won.reservation.id, ReleaseReservation.parse({ token: won.reservation.token }))
  }
  expect(generations).toEqual([1, 2, 3, 4, 5, 6])
})

describe.each([0, 1])('two reservers of the thread of a dead owner, through server %i and the other', (first) => {
  test('[RSV-2] [RSV-3] [GEN-1] one abandons it and wins, the other is told that', async () => {
    const thread = `bequeathed/${first}`
    const { session } = asWon(await reserve(thread))
    await silent(session.id)
    const answers = await Promise.all([over(first, thread), over(first + 1, thread)])
    const [won, lost] = answers[0].body.outcome === 'reserved' ? answers : answers.toReversed()
    expect(asWon(won!.body).reservation.generation).toBe(2)
    expect(lost!.body).toMatchObject({ outcome: 'live_owner', owner: { sessionId: asWon(won!.body).session.id, generation: 2 } satisfies Partial<ThreadOwner> })
    expect((await readSession(ctx, session.id)).session.status).toBe('abandoned')
  })

  test('[GEN-1] [RSV-2] an owner that is alive keeps it, whatever the clock of the server says', async () => {
    const thread = `alive/${first}`
    const { session } = asWon(await reserve(thread))
    expect((await over(first, thread)).body).toMatchObject({ outcome: 'live_owner', owner: { sessionId: session.id, verdict: 'alive' } })
  })
})

describe('a late beat and a reserve', () => {
  const meet = async (thread: string, beatFirst: boolean) => {
    const owner = asWon(await reserve(thread))
    const { id, token } = owner.reservation
    await silent(owner.session.id)
    const held = await holdRows(client, `select from session_beats where session_id = '${owner.session.id}' for update`)
    const beat = () => beatReservation(ctx, id, BeatReservation.parse({ token })).then(() => 'beaten', (error: { code: string }) => error.code)
    const take = () => reserve(thread).then(({ outcome }) => outcome)
    const both: Promise<string>[] = []
    for (const [n, start] of (beatFirst ? [beat, take] : [take, beat]).entries()) {
      both.push(start())
      await held.awaited(n + 1)
    }
    await held.release()
    return Promise.all(both)
  }

  test('[LIV-13] the beat that comes first wins, and the reserve is told that the owner lives', async () => {
    expect(await meet('beaten in time', true)).toEqual(['beaten', 'live_owner'])
  })

  test('[LIV-13] [LIV-6] the reserve that comes first wins, and the beat is told that it is over', async () => {
    expect(await meet('beaten too late', false)).toEqual(['reserved', 'reservation_ended'])
  })
})

test('[GEN-11] sessions that hold several threads end, die, are reserved from and waited for: no deadlock', async () => {
  const pick = <Item>(items: Item[]) => items[Math.floor(Math.random() * items.length)]!
  const threads = ['a', 'b', 'c', 'd'].map((name) => `storm/${name}`)
  const ids: string[] = []
  const verbs: (() => Promise<unknown>)[] = [
    async () => {
      const answer = await over(pick([0, 1]), pick(threads), { sessionId: pick(ids) })
      return answer.status
    },
    async () => {
      const { body } = await over(pick([0, 1]), pick(threads), { waitMs: pick([0, 200]) })
      if (body.outcome === 'reserved') ids.push(body.session.id)
    },
    () => silent(pick(ids)),
    () => agent.apiOn(pick(servers))('POST', `/sessions/${pick(ids)}/end`, {}),
    () => agent.apiOn(pick(servers))('POST', `/sessions/${pick(ids)}/progress`, { activity: 'x' }),
  ]
  ids.push(...(await Promise.all(threads.map(async (thread) => asWon(await reserve(`${thread}/first`)).session.id))))
  await Promise.all(Array.from({ length: 12 }, async () => {
    for (let n = 0; n < 25; n++) await pick(verbs)()
  }))
  const [row] = await client<{ deadlocks: number }[]>`select deadlocks::int from pg_stat_database where datname = current_database()`
  expect(row).toEqual({ deadlocks: 0 })
  for (const server of servers) expect(server.log()).not.toMatch(/"level":(50|60)/)
  const wrong = await client`
    select r.id from reservations r join sessions s on s.id = r.session_id where r.released_at is null and s.status <> 'active'
    union all select id from reservations r where exists (
      select from reservations o where o.thread_id = r.thread_id and o.generation < r.generation and (o.released_at is null or o.released_at > r.reserved_at))`
  expect(wrong).toEqual([])
}, 120_000)

test('[RSV-10] refusals are counted apart, merged, and told', async () => {
  const { reservation } = asWon(await reserve('refused'))
  await Promise.all(Array.from({ length: 10 }, (_, n) => over(n, 'refused')))
  await vi.waitFor(async () => {
    const [row] = await client<{ refused: number }[]>`select refused::int from reservations where id = ${reservation.id}`
    expect(row!.refused).toBe(10)
  }, { timeout: 10_000 })
  const [told] = await client<{ body: { owner: ThreadOwner } }[]>`select body from changes where topic = 'thread' and entity = ${reservation.threadId} order by version desc limit 1`
  expect(told!.body.owner.refused).toBeGreaterThan(0)
})
