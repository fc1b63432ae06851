import { beforeAll, expect, test } from 'vitest'
import { type RegisteredSession, type Session } from '../contract/sessions.ts'
import { makeAgent } from '../test/agent.ts'
import { createDatabase } from '../test/postgres-cluster.ts'
import { startServer, type TestServer } from '../test/server.ts'

let agent: Awaited<ReturnType<typeof makeAgent>>
let servers: TestServer[]

beforeAll(async () => {
  const url = await createDatabase()
  agent = await makeAgent(url)
  servers = await Promise.all([startServer(url), startServer(url)])
})

const pick = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)]!

test('[GEN-4] [GEN-11] a storm of all verbs on few sessions and threads through two processes: no deadlock, no 5xx, one history', async () => {
  const apis = servers.map((server) => agent.apiOn(server))
  const operators = servers.map((server) => agent.operatorOn(server))
  const ids: string[] = []
  const register = async () => {
    const thread = pick([undefined, 'one', 'two'])
    const { body, status } = await pick(apis)<RegisteredSession>('POST', '/sessions', { ...(thread && { thread }), timeoutMs: 5_000 })
    if (status === 201) ids.push(body.session.id)
    return status
  }
  while (ids.length < 6) await register()

  const call = async (method: string, path: string, body?: unknown) => (await pick(apis)(method, `/sessions/${pick(ids.slice(-6))}${path}`, body)).status
  const act = async (path: string, body: unknown) => (await pick(operators)('POST', `/sessions/${pick(ids.slice(-6))}${path}`, body)).status
  let interval = 0
  const verbs: (() => Promise<number>)[] = [
    register,
    () => call('POST', '/end', { status: pick(['complete', 'merged', 'abandoned']) }),
    () => call('PATCH', '', { timeoutMs: pick([5_000, 6_000]), model: pick(['a', 'b']), labels: { n: String(interval) } }),
    () => call('POST', '/progress', { activity: pick(['x', 'y']) }),
    () => call('POST', '/usage', { inputTokens: ++interval }),
    () => call('POST', '/usage', { toolCalls: 1, source: 'otel', delta: { series: 's', interval: String(++interval) } }),
    () => call('POST', '/heartbeat'),
    () => call('POST', '/context-queries', { path: 'src' }),
    async () => (await pick(operators)('DELETE', `/sessions/${pick(ids.slice(-6))}`)).status,
    () => act('/abandon', { reason: 'in the storm', now: pick([true, false]) }),
    () => act('/undo', {}),
    () => call('GET', ''),
  ]
  const statuses = new Map<number, number>()
  const client = async () => {
    for (let turn = 0; turn < 40; turn++) {
      const status = await pick(verbs)()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 16 }, client))
  expect([...statuses.keys()].filter((status) => ![200, 201, 404, 409].includes(status))).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(100)

  const [{ deadlocks } = { deadlocks: -1 }] = await agent.client<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`
  expect(deadlocks).toBe(0)
  for (const server of servers) expect(server.log()).not.toMatch(/"level":(50|60)/)
  await isOneHistory()
}, 60_000)

/** Versions have no gap, nothing ended is held or beats on, and no thread has two owners. */
async function isOneHistory() {
  const gaps = await agent.client`
    select entity from changes where topic = 'session' group by entity having count(*) <> max(version) or count(distinct version) <> count(*)`
  expect(gaps).toEqual([])
  const wrong = await agent.client`
    select s.id from sessions s join session_beats b on b.session_id = s.id
    where b.open <> (s.status = 'active')
      or (s.status <> 'active' and exists (select from reservations r where r.session_id = s.id and r.released_at is null))
      or s.version <> (select max(version) from changes c where c.entity = s.id)`
  expect(wrong).toEqual([])
  const gone = await agent.client`
    select from reservations r where released_at is null and not exists (select from sessions s where s.id = r.session_id)`
  expect(gone).toHaveLength(0)
  const bodies = await agent.client<{ told: Session; shown: Session }[]>`
    select c.body as told, to_json(v) as shown from session_view v join lateral (
      select body from changes where entity = v.id order by version desc limit 1) c on true where v.status <> 'active'`
  // A window that ended this moment is told of in the next.
  for (const { told, shown } of bodies) expect({ ...told, undoUntil: null }).toEqual({ ...shown, undoUntil: null })
}
