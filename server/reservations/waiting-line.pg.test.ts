import { request } from 'node:http'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type ErrorAnswer } from '../../contract/errors.ts'
import { type Session } from '../../contract/sessions.ts'
import { type Reserved, type ThreadDetail } from '../../contract/threads.ts'
import { makeAgent } from '../../test/agent.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { startServer, type TestServer } from '../../test/server.ts'

let agent: Awaited<ReturnType<typeof makeAgent>>
let url: string
let servers: TestServer[]

beforeAll(async () => {
  url = await createDatabase()
  agent = await makeAgent(url)
  servers = await Promise.all([startServer(url), startServer(url)])
})

type Won = Extract<Reserved, { outcome: 'reserved' }>
const reserve = (thread: string, input: object = {}, server = servers[0]!) => agent.apiOn(server)<Reserved>('POST', '/threads/reserve', { thread, ...input })
const won = async (answering: ReturnType<typeof reserve>): Promise<Won> => {
  const { body } = await answering
  if (body.outcome !== 'reserved') throw new Error(JSON.stringify(body))
  return body
}
const release = ({ reservation: { id, token } }: Won, input: object = {}) => agent.apiOn(servers[0]!)('POST', `/reservations/${id}/release`, { token, ...input })
const detail = async (threadId: string) => (await agent.apiOn(servers[0]!)<ThreadDetail>('GET', `/threads/${threadId}`)).body
const inLine = (threadId: string, count: number) => vi.waitFor(async () => expect((await detail(threadId)).waiters).toHaveLength(count), { timeout: 10_000, interval: 10 })
const waitMs = 20_000

/** A call that can be hung up. */
function call(server: TestServer, body: object, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(server.url)
  const sent = request({
    hostname, port, method: 'POST', path: '/api/v1/threads/reserve',
    headers: { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json', ...headers },
  })
  sent.on('error', () => {})
  sent.end(JSON.stringify(body))
  return sent
}

test('[RSV-9] a line over two processes is served in order of arrival, and each is told as the owner', async () => {
  const thread = 'in order'
  const first = await won(reserve(thread))
  const { threadId } = first.reservation
  const waiting: Promise<Won>[] = []
  const order: string[] = []
  for (let n = 0; n < 6; n++) {
    const waiter = won(reserve(thread, { session: { name: `w${n}` }, waitMs }, servers[n % 2]))
    waiting.push(waiter)
    await inLine(threadId, n + 1)
  }
  expect((await detail(threadId)).waiters.map(({ name }) => name)).toEqual(['w0', 'w1', 'w2', 'w3', 'w4', 'w5'])
  await release(first)
  for (const waiter of waiting) {
    const served = await waiter
    order.push(served.session.name)
    expect(served).toMatchObject({ again: false, secret: expect.stringMatching(/^mss_/) as string, session: { status: 'active', holds: [{ thread }] } })
    expect(await agent.apiOn(servers[1]!)('POST', `/reservations/${served.reservation.id}/heartbeat`, { token: served.reservation.token })).toMatchObject({ status: 200 })
    // A newcomer does not pass the line.
    if (order.length < 6) expect((await reserve(thread)).body).toMatchObject({ outcome: 'live_owner' })
    await release(served)
  }
  expect(order).toEqual(['w0', 'w1', 'w2', 'w3', 'w4', 'w5'])
  const { thread: end, history } = await detail(threadId)
  expect([end.owner, end.waiting, history.map(({ generation }) => generation)]).toEqual([null, 0, [7, 6, 5, 4, 3, 2, 1]])
})

test('[RSV-9] who waits as long as was said is told who has it, and has left the line', async () => {
  const first = await won(reserve('too long'))
  const { body } = await reserve('too long', { waitMs: 300 })
  expect(body).toMatchObject({ outcome: 'live_owner', owner: { sessionId: first.session.id } })
  expect((await detail(first.reservation.threadId)).waiters).toEqual([])
  expect(await (await fetch(`${servers[0]!.url}/metrics`, { headers: agent.operator })).text()).toMatch(/muster_conflicts_total [1-9]/)
})

test('[RSV-9] the lease of who waits is renewed by its server', async () => {
  const first = await won(reserve('renewed'))
  const waiter = won(reserve('renewed', { waitMs }))
  await inLine(first.reservation.threadId, 1)
  await agent.client`update thread_waiters set lease_until = clock_timestamp() - interval '1 ms' where thread_id = ${first.reservation.threadId}`
  await inLine(first.reservation.threadId, 1)
  await release(first)
  expect((await waiter).reservation.generation).toBe(2)
})

test('[RSV-9] [LIV-7] the death of the owner wakes the head of the line', async () => {
  const first = await won(reserve('bereaved'))
  const waiter = won(reserve('bereaved', { waitMs }))
  await inLine(first.reservation.threadId, 1)
  await agent.client`update session_beats set last_beat_at = clock_timestamp() - interval '1 h' where session_id = ${first.session.id}`
  const served = await waiter
  expect(served.reservation.generation).toBe(2)
  const { body } = await agent.apiOn(servers[0]!)<{ session: Session }>('GET', `/sessions/${first.session.id}`)
  expect(body.session).toMatchObject({ status: 'abandoned', endedBy: 'system Muster', endReason: expect.stringContaining('heartbeat expired') as string })
})

test('[RSV-9] a waiter that hangs up loses its place, and the next is served', async () => {
  const first = await won(reserve('hung up'))
  const gone = call(servers[0]!, { thread: 'hung up', waitMs })
  await inLine(first.reservation.threadId, 1)
  const next = won(reserve('hung up', { session: { name: 'next' }, waitMs }, servers[1]))
  await inLine(first.reservation.threadId, 2)
  gone.destroy()
  await inLine(first.reservation.threadId, 1)
  await release(first)
  expect((await next).reservation.generation).toBe(2)
})

describe('a grant that can not be delivered', () => {
  test('[RSV-9] is taken back when the client goes before it is told, and its session ends', async () => {
    const first = await won(reserve('undelivered'))
    const { threadId } = first.reservation
    const gone = call(servers[0]!, { thread: 'undelivered', session: { name: 'gone' }, waitMs })
    await inLine(threadId, 1)
    const next = won(reserve('undelivered', { session: { name: 'next' }, waitMs }, servers[1]))
    await inLine(threadId, 2)
    // The row of the place is held, so that it is granted, and can not be collected before the client has gone.
    const other = await agent.client.reserve()
    await other`begin`
    await other`select from thread_waiters where thread_id = ${threadId} order by position limit 1 for no key update`
    const releasing = release(first)
    gone.destroy()
    await other`commit`
    other.release()
    await releasing
    expect((await next).session.name).toBe('next')
    const [row] = await agent.client<{ active: number }[]>`select count(*)::int as active from sessions where name = 'gone' and status = 'active'`
    expect(row!.active).toBe(0)
  })

  test('[RSV-9] is taken back when its server is killed', async () => {
    const doomed = await startServer(url)
    const first = await won(reserve('killed'))
    const { threadId } = first.reservation
    const lost = reserve('killed', { session: { name: 'lost' }, waitMs }, doomed).catch(() => null)
    await inLine(threadId, 1)
    const next = won(reserve('killed', { session: { name: 'next' }, waitMs }, servers[1]))
    await inLine(threadId, 2)
    process.kill(doomed.pid, 'SIGSTOP')
    await release(first)
    expect((await detail(threadId)).thread.owner?.name).toBe('lost')
    await doomed.kill()
    expect(await lost).toBeNull()
    const served = await next
    expect([served.session.name, served.reservation.generation]).toEqual(['next', 3])
    expect((await detail(threadId)).history.find(({ name }) => name === 'lost')).toMatchObject({ releasedAs: 'abandoned', releasedBy: 'system Muster' })
  }, 60_000)
})

test('[RSV-8] [RSV-9] a waiter whose anchor drifted is refused at its turn, and the next is served', async () => {
  const first = await won(reserve('drifts'))
  const { threadId } = first.reservation
  const drifted = reserve('drifts', { expectedAnchor: 'old', waitMs }) as unknown as Promise<{ status: number; body: ErrorAnswer }>
  await inLine(threadId, 1)
  const right = won(reserve('drifts', { expectedAnchor: 'new', waitMs }, servers[1]))
  await inLine(threadId, 2)
  await release(first, { anchor: 'new' })
  expect((await right).reservation.generation).toBe(2)
  expect((await drifted).body.error).toMatchObject({ code: 'anchor_drift', details: { anchor: 'new', expectedAnchor: 'old' } })
})

test('[RSV-9] [SES-5] a registered session waits too; one that ends while it waits is told so and passed over', async () => {
  const first = await won(reserve('by sessions'))
  const { threadId } = first.reservation
  const api = agent.apiOn(servers[0]!)
  const ids = await Promise.all(['one', 'two'].map(async (name) => (await api<{ session: Session }>('POST', '/sessions', { name, thread: `of ${name}` })).body.session.id))
  const ends = reserve('by sessions', { sessionId: ids[0], waitMs }) as unknown as Promise<{ body: ErrorAnswer }>
  await inLine(threadId, 1)
  const stays = won(reserve('by sessions', { sessionId: ids[1], waitMs }, servers[1]))
  await inLine(threadId, 2)
  await api('POST', `/sessions/${ids[0]}/end`, { status: 'abandoned' })
  expect((await ends).body.error.code).toBe('session_ended')
  await release(first)
  expect((await stays).session.id).toBe(ids[1])
})

test('[RSV-9] [GEN-5] a wait under a key is kept when it is over, and a repeat gets a new token', async () => {
  const first = await won(reserve('keyed'))
  const key = randomUUID()
  const keyed = async () => {
    const response = await fetch(`${servers[0]!.url}/api/v1/threads/reserve`, {
      method: 'POST', headers: { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ thread: 'keyed', waitMs }),
    })
    return (await response.json()) as Won & ErrorAnswer
  }
  const waiting = keyed()
  await inLine(first.reservation.threadId, 1)
  await release(first)
  const [once, again] = [await waiting, await keyed()]
  expect(once.reservation).toMatchObject({ generation: 2 })
  expect({ ...again.reservation, token: '' }).toEqual({ ...once.reservation, token: '' })
  expect(again.reservation.token).not.toBe(once.reservation.token)
  await release(again)
  expect((await keyed()).error.code).toBe('reservation_ended')
})

test('[API-5] who waits holds no connection of the database', async () => {
  const first = await won(reserve('no connection'))
  const waiting = Array.from({ length: 40 }, () => reserve('no connection', { waitMs: 4_000 }))
  await inLine(first.reservation.threadId, 40)
  const [row] = await agent.client<{ busy: number }[]>`
    select count(*)::int as busy from pg_stat_activity where datname = current_database() and application_name = 'muster' and state <> 'idle' and pid <> pg_backend_pid()`
  expect(row!.busy).toBeLessThan(4)
  expect(await reserve('something else')).toMatchObject({ status: 200 })
  await Promise.all(waiting)
}, 60_000)

test('[API-5] [API-6] a server that drains answers who waits', async () => {
  const leaving = await startServer(url)
  const first = await won(reserve('drained'))
  const waiting = reserve('drained', { waitMs: 60_000 }, leaving)
  await inLine(first.reservation.threadId, 1)
  const ended = leaving.kill('SIGTERM')
  expect((await waiting).body).toMatchObject({ outcome: 'live_owner' })
  expect(await ended).toEqual([0, null])
})
