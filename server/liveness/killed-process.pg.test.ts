import { beforeAll, expect, test, vi } from 'vitest'
import { type Frame } from '../../contract/realtime.ts'
import { type RegisteredSession, type Session, type SessionDetail, type SessionPage } from '../../contract/sessions.ts'
import { startSleeper } from '../../host/child-fixture.ts'
import { probeProcess } from '../../host/probe-process.ts'
import { readThisHost, type ThisHost } from '../../host/this-host.ts'
import { type ServerPair, startPair } from '../../test/server-pair.ts'

let pair: ServerPair
let here: ThisHost
beforeAll(async () => {
  pair = await startPair()
  here = await readThisHost()
})

const patience = { timeout: 60_000, interval: 10 }
const startTimeOf = async (pid: number) => ((await probeProcess(pid)) as { startTime: string }).startTime
const register = async (given: object) =>
  (await pair.api(0)<RegisteredSession>('POST', '/sessions', { timeoutMs: 3_600_000, hostId: here.hostId, bootId: here.bootId, ...given })).body.session.id
const read = async (id: string) => (await pair.api(1)<SessionDetail>('GET', `/sessions/${id}`)).body.session
const until = (id: string, liveness: object) => vi.waitFor(async () => expect((await read(id)).liveness).toMatchObject(liveness), patience)
const isSeen = (id: string) => until(id, { processSeenAt: expect.any(String) as string })

/** An agent on this machine, with a process of its own that a server has seen. */
async function anAgent(given: object = {}) {
  const child = await startSleeper()
  const id = await register({ pid: child.pid, processStartTime: await startTimeOf(child.pid), ...given })
  await isSeen(id)
  return { ...child, id }
}

test('[LIV-12] [LIV-2] a process on the server’s host that is killed is seen dead through every server, an hour before its silence would say so', async () => {
  const agent = await anAgent()
  const { feed } = (await pair.api(1)<SessionPage>('GET', '/sessions?limit=1')).body
  const lines = [pair.line(0), pair.line(1)]
  const told = lines.map((line) => new Promise<Session>((resolve) => line.on('feed:changed', ({ changes }: Frame) => {
    const bodies = changes.map(({ body }) => body as Session)
    const dead = bodies.find(({ id, liveness }) => id === agent.id && liveness.verdict === 'dead')
    if (dead) resolve(dead)
  })))
  for (const line of lines) expect(await line.emitWithAck('room:join', { room: 'fleet', cursor: feed })).toMatchObject({ ok: true })

  await pair.api(0)('POST', `/sessions/${agent.id}/heartbeat`)
  await agent.kill()
  const killedAt = performance.now()
  for (const dead of await Promise.all(told)) {
    expect(dead.liveness).toMatchObject({ verdict: 'dead', reason: 'process_gone' })
    expect(Date.parse(dead.liveness.since!) - Date.parse(dead.lastBeatAt!)).toBeLessThan(dead.timeoutMs / 2)
  }
  // The bound of the rule itself is 2 s; this one only says that nothing slower than looking had to happen first.
  expect(performance.now() - killedAt).toBeLessThan(30_000)
  if (process.env.MEASURE) console.log(`seen dead after ${Math.round(performance.now() - killedAt)} ms`)
})

test('[LIV-4] a pid of another host, or one that nobody ever saw here, is not looked for: its session lives on', async () => {
  const nobody = 2 ** 22 + 1
  const elsewhere = await register({ hostId: 'another', pid: nobody, processStartTime: '1' })
  const beforeReboot = await register({ pid: nobody, processStartTime: '1', bootId: 'another' })
  const neverSeen = await register({ pid: nobody, processStartTime: '1' })
  const anotherStart = await register({ pid: process.pid, processStartTime: '1' })
  const noStart = await register({ pid: nobody })
  // Each server looks at all of its host in one round, and these two deaths are of later ones.
  const [first, second] = [await anAgent(), await anAgent()]
  for (const agent of [first, second]) {
    await agent.kill()
    await until(agent.id, { reason: 'process_gone' })
  }
  for (const id of [elsewhere, beforeReboot, neverSeen, anotherStart, noStart])
    expect((await read(id)).liveness).toMatchObject({ verdict: 'alive', reason: 'heartbeat', processSeenAt: null })
})

test('[LIV-2] a session on this host that names no possible process is dead', async () => {
  await until(await register({ pid: 0 }), { verdict: 'dead', reason: 'process_gone' })
  await until(await register({ pid: -1, processStartTime: '1' }), { verdict: 'dead', reason: 'process_gone' })
})

test('[LIV-2] an agent that never beats lives by its process for as long as that is there', async () => {
  const agent = await anAgent({ beats: false, timeoutMs: 5_000 })
  const { liveness: first } = await read(agent.id)
  expect(first).toMatchObject({ verdict: 'alive', reason: 'process_seen' })
  await vi.waitFor(async () => expect(Date.parse((await read(agent.id)).liveness.processSeenAt!)).toBeGreaterThan(Date.parse(first.processSeenAt!)), patience)
  expect((await read(agent.id)).liveness.verdict).toBe('alive')
  await agent.kill()
  await until(agent.id, { verdict: 'dead', reason: 'process_gone' })
})

test('[LIV-6] a session whose agent starts again is alive with its new process, and dies with that one', async () => {
  const agent = await anAgent()
  await agent.kill()
  await until(agent.id, { reason: 'process_gone' })
  await pair.api(1)('POST', `/sessions/${agent.id}/heartbeat`)
  await until(agent.id, { verdict: 'dead', reason: 'process_gone' })
  const next = await startSleeper()
  await pair.api(1)('PATCH', `/sessions/${agent.id}`, { pid: next.pid, processStartTime: await startTimeOf(next.pid) })
  await isSeen(agent.id)
  expect((await read(agent.id)).liveness.verdict).toBe('alive')
  await next.kill()
  await until(agent.id, { reason: 'process_gone' })
})

test('[GEN-4] [LIV-4] of two servers on one host either one may be killed: the other goes on looking', async () => {
  const agent = await anAgent()
  await pair.servers[0]!.kill()
  await agent.kill()
  await until(agent.id, { reason: 'process_gone' })
  await pair.restart(0)
})
