import { beforeAll, expect, test } from 'vitest'
import { type ErrorAnswer } from '../contract/errors.ts'
import { type RegisteredSession, type Session, type SessionDetail, type SessionPage } from '../contract/sessions.ts'
import { makeAgent } from '../test/agent.ts'
import { createDatabase } from '../test/postgres-cluster.ts'
import { startServer, type TestServer } from '../test/server.ts'
import { endedAgo } from '../test/sessions.ts'

const days = 86_400_000
const margin = 60_000
const shifts = { right: 0, 'thirty days ahead': 30 * days, 'thirty days behind': -30 * days }
let agent: Awaited<ReturnType<typeof makeAgent>>
const apis: Record<string, ReturnType<typeof agent.apiOn>> = {}
const servers: Record<string, TestServer> = {}

beforeAll(async () => {
  const url = await createDatabase()
  agent = await makeAgent(url)
  const shifted = new URL('../test/shifted-clock.mjs', import.meta.url).href
  const started = Object.entries(shifts).map(async ([name, ms]) => {
    const server = await startServer(url, { NODE_OPTIONS: `--import ${shifted}`, CLOCK_SHIFT_MS: String(ms) })
    servers[name] = server
    apis[name] = agent.apiOn(server)
  })
  await Promise.all(started)
})

const silentFor = (id: string, ms: number) =>
  agent.client`update session_beats set last_beat_at = clock_timestamp() - ${ms} * interval '1 ms' where session_id = ${id}`
const isNow = async (instant: string) => {
  const [row] = await agent.client`select abs(extract(epoch from clock_timestamp() - ${instant}::timestamptz)) < 60 as near`
  return row!.near as boolean
}

test.each(Object.keys(shifts))('[GEN-1] a server whose clock is %s decides and dates as the database does', async (name) => {
  const api = apis[name]!
  const { session } = (await api<RegisteredSession>('POST', '/sessions', { name })).body
  expect(session.liveness.verdict).toBe('alive')
  for (const at of [session.startedAt, session.lastBeatAt!, session.lastProgressAt!]) expect(await isNow(at)).toBe(true)
  const read = async () => (await api<SessionDetail>('GET', `/sessions/${session.id}`)).body

  const verdicts: string[] = []
  for (const silence of [0, 30_000, 50_000]) {
    await silentFor(session.id, silence)
    verdicts.push((await read()).session.liveness.verdict)
  }
  await api('POST', `/sessions/${session.id}/heartbeat`)
  verdicts.push((await read()).session.liveness.verdict)
  expect(verdicts).toEqual(['alive', 'quiet', 'dead', 'alive'])
  expect(await isNow((await read()).serverNow)).toBe(true)

  const ended = (await api<Session>('POST', `/sessions/${session.id}/end`, {})).body
  expect(await isNow(ended.completedAt!)).toBe(true)
  for (const other of Object.values(apis)) {
    const again = await other<Session>('POST', `/sessions/${session.id}/end`, {})
    expect([again.status, again.body]).toEqual([200, ended])
  }

  await endedAgo(agent.client, session.id, 7 * days - margin)
  expect((await read()).session.id).toBe(session.id)
  await endedAgo(agent.client, session.id, 7 * days)
  expect((await api<ErrorAnswer>('GET', `/sessions/${session.id}`)).body.error.code).toBe('session_not_found')
  expect((await api<SessionPage>('GET', `/sessions?q=${session.id}`)).body.items).toEqual([])
})

test('[GEN-4] [GEN-1] what one server starts the next one lists first, whatever their clocks say', async () => {
  const names = ['thirty days ahead', 'right', 'thirty days behind', 'right', 'thirty days ahead']
  const made: string[] = []
  for (const name of names) made.unshift((await apis[name]!<RegisteredSession>('POST', '/sessions', { workspace: 'order' })).body.session.id)
  for (const api of Object.values(apis))
    expect((await api<SessionPage>('GET', '/sessions?workspace=order')).body.items.map(({ id }) => id)).toEqual(made)
})

test.each(Object.entries(shifts))('the clock was indeed %s: the server dates its own log by it', async (name, ms) => {
  await servers[name]!.kill('SIGTERM')
  const line = servers[name]!.log().split('\n').find((entry) => entry.includes('"draining"'))!
  const offBy = Date.parse((JSON.parse(line) as { time: string }).time) - Date.now() - ms
  expect(Math.abs(offBy)).toBeLessThan(days)
})
