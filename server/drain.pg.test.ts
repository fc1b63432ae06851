import { io, type Socket } from 'socket.io-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { type ClientEvents, type ServerEvents, socketPath } from '../contract/realtime.ts'
import { type Session } from '../contract/sessions.ts'
import { makeAgent } from '../test/agent.ts'
import { holdRows } from '../test/held-rows.ts'
import { createDatabase } from '../test/postgres-cluster.ts'
import { startServer, type TestServer } from '../test/server.ts'
import { registered } from '../test/sessions.ts'

let agent: Awaited<ReturnType<typeof makeAgent>>
let server: TestServer

beforeEach(async () => {
  const url = await createDatabase()
  agent = await makeAgent(url)
  server = await startServer(url, { LOG_LEVEL: 'debug' })
})

async function connectSocket() {
  const socket: Socket<ServerEvents, ClientEvents> = io(server.url, {
    path: socketPath, transports: ['websocket'], auth: { token: agent.token }, reconnection: false,
  })
  const heard: string[] = []
  socket.on('server:draining', () => heard.push('server:draining'))
  socket.on('disconnect', () => heard.push('disconnect'))
  await new Promise<void>((resolve, reject) => socket.on('connect', resolve).on('connect_error', reject))
  return heard
}
/** By the system: nobody listens there any more. */
const refusesNew = () => fetch(`${server.url}/healthz`).then(() => false, (error: Error) => (error.cause as NodeJS.ErrnoException).code === 'ECONNREFUSED')

test('[API-6] SIGTERM: the request in flight is answered, new ones are not taken, sockets are told, exit 0 within 10 s', async () => {
  const { id } = await registered(agent.ctx)
  const heard = await connectSocket()
  const held = await holdRows(agent.client, `select from sessions where id = '${id}' for update`)
  const inFlight = agent.apiOn(server)<Session>('POST', `/sessions/${id}/end`, { status: 'merged' })
  await held.awaited()

  const started = performance.now()
  const exited = server.kill('SIGTERM')
  await vi.waitFor(async () => expect(await refusesNew()).toBe(true), { interval: 10 })
  await vi.waitFor(() => expect(heard).toEqual(['server:draining', 'disconnect']), { interval: 10 })
  process.kill(server.pid, 'SIGTERM')
  await held.release()
  const { status, body } = await inFlight
  expect([status, body.status]).toEqual([200, 'merged'])
  expect(await exited).toEqual([0, null])
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('[API-6] a request that would take too long does not hold the drain up: exit 0 within 10 s, and nothing of it is done', async () => {
  const { id } = await registered(agent.ctx)
  const held = await holdRows(agent.client, `select from sessions where id = '${id}' for update`)
  const inFlight = agent.apiOn(server)('POST', `/sessions/${id}/end`, {}).then(() => 'answered', () => 'cut off')
  await held.awaited()
  const started = performance.now()
  expect(await server.kill('SIGTERM')).toEqual([0, null])
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(await inFlight).toBe('cut off')
  await held.release()
  await vi.waitFor(async () => {
    const left = await agent.client`select from pg_stat_activity where datname = current_database() and application_name = 'muster' and state <> 'idle' and pid <> pg_backend_pid()`
    expect(left).toHaveLength(0)
  })
  expect((await agent.client`select status from sessions where id = ${id}`)[0]!.status).toBe('active')
}, 20_000)

test.each(['SIGTERM', 'SIGINT'] as const)('[API-6] %s, twice, with nothing to do: it drains once, exit 0', async (signal) => {
  const exited = server.kill(signal)
  process.kill(server.pid, signal)
  expect(await exited).toEqual([0, null])
  expect(server.log()).toContain('"drained"')
  expect(server.log().match(/"draining"/g)).toHaveLength(1)
})
