import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { beforeEach, expect, test, vi } from 'vitest'
import { socketPath } from '../../contract/realtime.ts'
import { makeAgent } from '../../test/agent.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { startServer, type TestServer } from '../../test/server.ts'
import { registered } from '../../test/sessions.ts'

let agent: Awaited<ReturnType<typeof makeAgent>>
let server: TestServer

beforeEach(async () => {
  const url = await createDatabase()
  agent = await makeAgent(url)
  server = await startServer(url)
}, 20_000)

async function openConnection(): Promise<{ socket: Socket; heard: () => string }> {
  let heard = ''
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('data', (chunk) => (heard += chunk.toString()))
  await once(socket, 'connect')
  return { socket, heard: () => heard }
}

const askToUpgrade = (socket: Socket) =>
  socket.write(
    [
      `GET ${socketPath}/?EIO=4&transport=websocket HTTP/1.1`, `Host: ${new URL(server.url).host}`, 'Connection: Upgrade', 'Upgrade: websocket',
      'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', '',
    ].join('\r\n'),
  )

test('[API-6] a socket that comes while the server drains is refused, so that it can not hold it up', async () => {
  const { id } = await registered(agent.ctx)
  const { socket, heard } = await openConnection()
  const held = await holdRows(agent.client, `select from sessions where id = '${id}' for update`)
  const inFlight = agent.apiOn(server)('POST', `/sessions/${id}/end`)
  await held.awaited()
  const exited = server.kill('SIGTERM')
  await vi.waitFor(() => expect(server.log()).toContain('draining'), { interval: 10 })
  askToUpgrade(socket)
  await vi.waitFor(() => expect(heard()).toMatch(/^HTTP\/1\.1 503 [^]*try_again/), { interval: 10 })
  await held.release()
  expect((await inFlight).status).toBe(200)
  expect(await exited).toEqual([0, null])
})

test('[API-6] a socket that never says who it is does not hold up the drain', async () => {
  const { socket, heard } = await openConnection()
  askToUpgrade(socket)
  await vi.waitFor(() => expect(heard()).toMatch(/^HTTP\/1\.1 101 /), { interval: 10 })
  const started = performance.now()
  expect(await server.kill('SIGTERM')).toEqual([0, null])
  expect(performance.now() - started).toBeLessThan(5_000)
})
