import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Change } from '../../contract/realtime.ts'
import { type RegisteredSession, type Session, type SessionDetail, type SessionPage } from '../../contract/sessions.ts'
import { apiOf } from '../../test/api.ts'
import { type Line, openLine } from '../../test/feed-follower.ts'
import { startPair, type ServerPair } from '../../test/server-pair.ts'
import { startProxy } from '../../test/tcp-proxy.ts'
import { endLockedSession } from '../sessions/end-locked-session.ts'
import { lockSession } from '../sessions/lock-session.ts'
import { transaction } from '../context.ts'

let pair: ServerPair
beforeAll(async () => {
  pair = await startPair()
})

const patience = { timeout: 20_000, interval: 20 }
const register = async (body: object = {}) => (await pair.api(0)<RegisteredSession>('POST', '/sessions', body)).body
const read = async (id: string, server: 0 | 1 = 1) => (await pair.api(server)<SessionDetail>('GET', `/sessions/${id}`)).body.session
const liveness = async (id: string) => (await read(id)).liveness

async function carry(server: 0 | 1, sessionId: string, credentials = pair.token, url = pair.addresses[server]) {
  const line = openLine(url!, credentials)
  onTestFinished(() => void line.disconnect())
  const heard: Record<string, unknown>[] = []
  line.on('session:ended', (said) => void heard.push({ event: 'ended', ...said }))
  line.on('session:resumed', (said) => void heard.push({ event: 'resumed', ...said }))
  const answer = await line.emitWithAck('session:carry', { sessionId })
  if (!answer.ok) throw Object.assign(new Error(answer.error.message), answer.error)
  return { line, heard, ...answer }
}

/** What a browser at the other server is told of the fleet. */
async function watch() {
  const { feed } = (await apiOf(pair.addresses[1]!, pair.operator)<SessionPage>('GET', '/sessions?limit=1')).body
  const line: Line = openLine(pair.addresses[1]!, pair.operator)
  onTestFinished(() => void line.disconnect())
  const told: Change[] = []
  line.on('feed:changed', ({ changes }) => void told.push(...changes))
  const answer = await line.emitWithAck('room:join', { room: 'fleet', cursor: feed })
  if (answer.ok) told.push(...answer.frame.changes)
  const last = (id: string) => (told.findLast(({ entity }) => entity === id)?.body as Session | undefined)?.liveness
  return { last, saw: (id: string, expected: object) => vi.waitFor(() => expect(last(id)).toMatchObject(expected), patience) }
}

test('[LIV-5] a session is beaten by its connection, outlives its timeout that way, and is quiet when the connection drops', async () => {
  const { session: { id } } = await register({ timeoutMs: 8_000 })
  const page = await watch()
  const { line } = await carry(0, id)
  await page.saw(id, { verdict: 'alive', connected: true })
  const { life } = await liveness(id)
  const [start] = await pair.sql`select last_beat_at as at from session_beats where session_id = ${id}`
  await vi.waitFor(async () => {
    const [row] = await pair.sql`select last_beat_at > ${start!.at as string}::timestamptz + interval '9 s' as later from session_beats where session_id = ${id}`
    expect(row!.later).toBe(true)
  }, patience)
  expect(await liveness(id)).toMatchObject({ connected: true, life })
  expect(['alive', 'quiet']).toContain((await liveness(id)).verdict)
  line.disconnect()
  await page.saw(id, { verdict: 'quiet', reason: 'disconnected', connected: false })
  await page.saw(id, { verdict: 'dead', reason: 'heartbeat_expired' })
})

test('[LIV-5] a drop counts only for the connection that it names: carried on elsewhere, nothing changes', async () => {
  const { session: { id } } = await register()
  const old = await carry(0, id)
  const next = await carry(1, id)
  old.line.disconnect()
  await vi.waitFor(async () => expect(await pair.metric(0, 'muster_sockets')).toBe(0), patience)
  const marker = await carry(0, (await register()).session.id)
  marker.line.disconnect()
  await vi.waitFor(async () => expect(await pair.sql`select from session_beats where connection_id = ${marker.connectionId}`).toHaveLength(0), patience)
  const [row] = await pair.sql`select connection_id, disconnected_at from session_beats where session_id = ${id}`
  expect(row).toEqual({ connection_id: next.connectionId, disconnected_at: null })
  expect(await liveness(id)).toMatchObject({ verdict: 'alive', connected: true })
})

test('[OPS-3] the end is told at once over the connection, through the other server too, and by whom', async () => {
  const { session: { id }, secret } = await register()
  const { heard } = await carry(0, id, secret)
  await pair.asOperator(1)('POST', `/sessions/${id}/end`, { status: 'complete', reason: 'enough' })
  await vi.waitFor(() => expect(heard).toHaveLength(1), patience)
  expect(heard[0]).toMatchObject({ event: 'ended', sessionId: id, status: 'complete', by: 'person operator', reason: 'enough', stopAt: expect.any(String) as string })
})

test('[OPS-6] [OPS-3] an abandonment that can be undone says when to stop, and an undone one that it goes on', async () => {
  const { session: { id } } = await register()
  const { heard } = await carry(0, id)
  await pair.asOperator(1)('POST', `/sessions/${id}/abandon`, { reason: 'looks stuck' })
  await vi.waitFor(() => expect(heard).toHaveLength(1), patience)
  expect(heard[0]).toMatchObject({ event: 'ended', status: 'abandoned', reason: 'looks stuck', stopAt: (await read(id)).undoUntil })
  await pair.asOperator(1)('POST', `/sessions/${id}/undo`, {})
  await vi.waitFor(() => expect(heard[1]).toEqual({ event: 'resumed', sessionId: id }), patience)
})

test('an ended session, and another’s, can not be carried', async () => {
  const { session: { id } } = await register()
  await transaction(pair.ctx, async (tx) => endLockedSession(tx, await lockSession(tx, id), { status: 'merged' }))
  await expect(carry(0, id)).rejects.toMatchObject({ code: 'session_ended' })
  await expect(carry(0, 'agent-nobody')).rejects.toMatchObject({ code: 'session_not_found' })
  const line = openLine(pair.addresses[0]!, pair.token)
  onTestFinished(() => void line.disconnect())
  expect(await line.emitWithAck('session:carry', { sessionId: 'NOT AN ID' })).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
})

test('[LIV-5] a half-open connection does not keep its session alive', async () => {
  const proxy = await startProxy(pair.addresses[0]!)
  onTestFinished(() => proxy.stop())
  const { session: { id } } = await register({ timeoutMs: 5_000 })
  await carry(0, id, pair.token, proxy.url)
  proxy.clamp()
  await vi.waitFor(async () => expect(await liveness(id)).toMatchObject({ verdict: 'dead', reason: 'heartbeat_expired' }), patience)
})

test('[LIV-5] the connections of a server that was killed lapse with it; a server that drains hands them over', async () => {
  const { session: { id } } = await register({ timeoutMs: 60_000 })
  const page = await watch()
  await carry(0, id)
  await page.saw(id, { connected: true })
  await pair.servers[0]!.kill('SIGKILL')
  await vi.waitFor(() => expect(page.last(id)).toMatchObject({ verdict: 'quiet', reason: 'disconnected', connected: false }), patience)
  const [row] = await pair.sql`
    select b.disconnected_at between p.seen_at and p.seen_at + interval '3 s' as exact
    from session_beats b cross join (select seen_at from server_processes order by seen_at limit 1) p where b.session_id = ${id}`
  expect(row!.exact).toBe(true)

  await pair.restart(0)
  const { line } = await carry(0, id)
  await page.saw(id, { verdict: 'alive', connected: true })
  const told = new Promise<void>((resolve) => line.on('server:draining', resolve))
  const exited = pair.servers[0]!.kill('SIGTERM')
  await told
  const next = await carry(1, id)
  expect(await exited).toEqual([0, null])
  expect((await pair.sql`select connection_id from session_beats where session_id = ${id}`)[0]!.connection_id).toBe(next.connectionId)
  expect(await liveness(id)).toMatchObject({ verdict: 'alive', connected: true, life: 1 })
  await pair.restart(0)
})
