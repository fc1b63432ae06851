import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ErrorAnswer } from '../../contract/errors.ts'
import { type Operation, type OperationId, operations } from '../../contract/operations.ts'
import { isOpen } from '../../contract/roles.ts'
import { connectDirect } from '../../db/client.ts'
import { migrate } from '../../db/migrate.ts'
import { makeAgent } from '../../test/agent.ts'
import { type Answered } from '../../test/api.ts'
import { startCluster, type TestCluster } from '../../test/postgres-cluster.ts'
import { startServer, type TestServer } from '../../test/server.ts'

let cluster: TestCluster
let server: TestServer
let operator: { cookie: string }
let api: <Body>(method: string, path: string, body?: unknown) => Promise<Answered<Body>>

beforeAll(async () => {
  cluster = await startCluster()
  await migrate(cluster.url)
  const agent = await makeAgent(cluster.url)
  operator = agent.operator
  server = await startServer(cluster.url)
  api = agent.apiOn(server)
})

const ready = async () => {
  const response = await fetch(`${server.url}/readyz`)
  return { status: response.status, body: (await response.json()) as { ok: boolean; database: boolean; migrations: boolean; feedLagMs: number } }
}
const metrics = async () => (await fetch(`${server.url}/metrics`, { headers: operator })).text()
const valueOf = (text: string, series: string) => Number(new RegExp(`^${series.replaceAll(/[{}]/g, '\\$&')} (.*)$`, 'm').exec(text)?.[1])

test('[API-4] health and readiness need no credentials, metrics do', async () => {
  const health = await fetch(`${server.url}/healthz`)
  expect([health.status, await health.json()]).toEqual([200, { ok: true }])
  expect(await ready()).toMatchObject({ status: 200, body: { ok: true, database: true, migrations: true } })
  for (const authorization of ['', 'Bearer mst_wrong'])
    expect((await fetch(`${server.url}/metrics`, { headers: { authorization } })).status).toBe(401)
})

test('[API-4] metrics count requests, beats, refusals and sockets, and show the lag of the feed', async () => {
  const { body } = await api<{ session: { id: string } }>('POST', '/sessions', { name: 'counted' })
  for (let beat = 0; beat < 3; beat++) await api('POST', `/sessions/${body.session.id}/heartbeat`)
  await api('POST', '/sessions/nobody/heartbeat')
  const text = await metrics()
  expect(valueOf(text, 'muster_beats_total')).toBe(3)
  expect(valueOf(text, 'muster_refusals_total{code="session_not_found"}')).toBe(1)
  expect(valueOf(text, 'muster_http_request_seconds_count{operation="beatSession",status="200"}')).toBe(3)
  expect(valueOf(text, 'muster_http_request_seconds_count{operation="registerSession",status="201"}')).toBe(1)
  for (const series of ['muster_sockets', 'muster_feed_lag_seconds', 'muster_feed_changes_total']) expect(valueOf(text, series)).toBeGreaterThanOrEqual(0)
})

test('[API-4] a feed that an open transaction holds back too long is not ready, and ready again when it is gone', async () => {
  const other = connectDirect(cluster.url)
  await other`begin`
  await other`select pg_current_xact_id()`
  await api('POST', '/sessions', { name: 'held back' })
  await vi.waitFor(async () => expect(await ready()).toMatchObject({ status: 503, body: { ok: false, database: true } }), { timeout: 10_000, interval: 100 })
  expect((await ready()).body.feedLagMs).toBeGreaterThanOrEqual(5_000)
  expect(valueOf(await metrics(), 'muster_feed_lag_seconds')).toBeGreaterThan(4)
  await other`rollback`
  await other.end()
  await vi.waitFor(async () => expect((await ready()).status).toBe(200), { timeout: 5_000, interval: 50 })
}, 20_000)

describe('while the database is away', () => {
  beforeAll(() => cluster.crash())

  const calls = Object.entries<Operation>(operations).filter(([id]) => !isOpen(id as OperationId))
  test.each(calls)('[GEN-6] %s is database_unavailable and says nothing of SQL', async (_id, operation) => {
    const body = operation.path.endsWith('context-queries') ? { path: 'src' } : operation.body ? {} : undefined
    const { status, body: answer } = await api<unknown>(operation.method, operation.path.replace('{id}', '0b6f1c1e-6f5a-4b8e-9d5c-2f1a7c3e4d5b'), body)
    expect(status).toBe(503)
    expect(ErrorAnswer.strict().parse(answer).error.code).toBe('database_unavailable')
    expect(JSON.stringify(answer)).not.toMatch(/select|insert|update |tokens|ECONN|127\.0\.0\.1|CONNECTION|\.ts/i)
  })

  test.each(['NOT-AN-ID', 'a_b', '%20', 'a.b', encodeURIComponent('../etc')])('[GEN-7] the bad id %s is refused before anything is read', async (id) => {
    for (const [method, rest] of [['GET', ''], ['PATCH', ''], ['DELETE', ''], ['POST', '/end'], ['POST', '/heartbeat']] as const) {
      const { status, body } = await api<unknown>(method, `/sessions/${id}${rest}`)
      expect([status, ErrorAnswer.parse(body).error.code]).toEqual([400, 'invalid_input'])
    }
  })

  test('[API-4] the process is healthy but not ready', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(await ready()).toMatchObject({ status: 503, body: { ok: false, database: false } })
  })

  test('[GEN-4] when it is back, the same process works on, with all that was there', async () => {
    await cluster.start()
    await vi.waitFor(async () => expect((await ready()).status).toBe(200), { timeout: 15_000, interval: 100 })
    const { status, body } = await api<{ items: { name: string }[] }>('GET', '/sessions')
    expect(status).toBe(200)
    expect(body.items.map(({ name }) => name).toSorted()).toEqual(['counted', 'held back'])
  }, 20_000)
})
