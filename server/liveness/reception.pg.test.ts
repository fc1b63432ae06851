import { beforeAll, expect, test, vi } from 'vitest'
import { type RegisteredSession, type SessionDetail } from '../../contract/sessions.ts'
import { type ServerPair, startPair } from '../../test/server-pair.ts'

let pair: ServerPair
beforeAll(async () => {
  pair = await startPair()
})

const patience = { timeout: 25_000, interval: 50 }
const register = async (timeoutMs: number) =>
  (await pair.api(0)<RegisteredSession>('POST', '/sessions', { timeoutMs, name: 'silent' })).body.session.id
const verdict = async (server: 0 | 1, id: string) => (await pair.api(server)<SessionDetail>('GET', `/sessions/${id}`)).body.session.liveness
const reception = async () => (await pair.sql`
  select since::text, extract(epoch from clock_timestamp() - since)::float8 as since_s, extract(epoch from clock_timestamp() - touched_at)::float8 as touched_s
  from reception`)[0] as { since: string; since_s: number; touched_s: number }
const untouchedFor = (seconds: number) => vi.waitFor(async () => expect((await reception()).touched_s).toBeGreaterThan(seconds), patience)
const age = async (id: string) =>
  (await pair.sql`select extract(epoch from clock_timestamp() - last_beat_at)::float8 as s from session_beats where session_id = ${id}`)[0]!.s as number
const all = (signal: NodeJS.Signals) => pair.servers.forEach(({ pid }) => process.kill(pid, signal))

test('[LIV-9] both servers stand still for longer than a timeout: nobody is dead through either, and dies only a timeout later', async () => {
  const id = await register(5_000)
  all('SIGSTOP')
  await untouchedFor(7)
  all('SIGCONT')
  // The database alone would say so too, before any server has touched the row.
  const seen = await Promise.all([verdict(0, id), verdict(1, id)])
  for (const { reason } of seen) expect(reason).not.toBe('heartbeat_expired')
  expect(await age(id)).toBeGreaterThan(5)
  await vi.waitFor(async () => expect(await verdict(1, id)).toMatchObject({ verdict: 'dead', reason: 'heartbeat_expired' }), patience)
  expect((await reception()).since_s).toBeGreaterThan(4.9)
  const [row] = await pair.sql`select (body -> 'liveness' ->> 'since')::timestamptz >= (select since + interval '5 s' from reception) as after
    from changes where topic = 'session' and entity = ${id} and body -> 'liveness' ->> 'verdict' = 'dead' order by id desc limit 1`
  await vi.waitFor(async () => expect(row?.after ?? true).toBe(true), patience)
})

test('[LIV-9] one server that stands still makes no gap: who is silent meanwhile dies', async () => {
  await vi.waitFor(async () => expect((await reception()).touched_s).toBeLessThan(2), patience)
  const { since } = await reception()
  const id = await register(5_000)
  process.kill(pair.servers[0]!.pid, 'SIGSTOP')
  try {
    await vi.waitFor(async () => expect(await verdict(1, id)).toMatchObject({ verdict: 'dead', reason: 'heartbeat_expired' }), patience)
    expect((await reception()).since).toBe(since)
  } finally {
    process.kill(pair.servers[0]!.pid, 'SIGCONT')
  }
})

test('[LIV-9] all servers were killed for longer than a timeout: after the restart nobody is dead until a timeout later', async () => {
  const id = await register(5_000)
  await Promise.all(pair.servers.map((server) => server.kill('SIGKILL')))
  await untouchedFor(6)
  await Promise.all([pair.restart(0), pair.restart(1)])
  for (const server of [0, 1] as const) expect((await verdict(server, id)).reason).not.toBe('heartbeat_expired')
  expect(await age(id)).toBeGreaterThan(5)
  await vi.waitFor(async () => expect(await verdict(0, id)).toMatchObject({ verdict: 'dead', reason: 'heartbeat_expired' }), patience)
  expect((await reception()).since_s).toBeGreaterThan(4.9)
})
