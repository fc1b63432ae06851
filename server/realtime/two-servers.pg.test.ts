import { beforeAll, expect, test, vi } from 'vitest'
import { type Frame, type JoinAnswer, type Room } from '../../contract/realtime.ts'
import { type RegisteredSession, type Session, type SessionDetail, type SessionPage } from '../../contract/sessions.ts'
import { type Line } from '../../test/feed-follower.ts'
import { openTransaction } from '../../test/feed-tail.ts'
import { type ServerPair, startPair } from '../../test/server-pair.ts'

let pair: ServerPair
beforeAll(async () => {
  // So that a lock on a whole table takes no xid, which would hold the feed back by itself.
  pair = await startPair(undefined, { wal_level: 'minimal', max_wal_senders: '0' })
})

const patience = { timeout: 60_000, interval: 10 }
const register = async () => (await pair.api(0)<RegisteredSession>('POST', '/sessions', { timeoutMs: 3_600_000 })).body.session.id
const rename = async (server: 0 | 1, id: string, name: string) => (await pair.api(server)<Session>('PATCH', `/sessions/${id}`, { name })).body
const cursor = async () => (await pair.api(0)<SessionPage>('GET', '/sessions?limit=1')).body.feed
const join = (line: Line, room: Room, from: string): Promise<JoinAnswer> => line.emitWithAck('room:join', { room, cursor: from })

function listen(server: 0 | 1) {
  const line = pair.line(server)
  const frames: Frame[] = []
  line.on('feed:changed', (frame) => frames.push(frame))
  const saw = (room: Room, { id, version }: Session) =>
    vi.waitFor(() => expect(frames.some((frame) => frame.room === room && frame.changes.some((c) => c.entity === id && c.version === version))).toBe(true), patience)
  /** What the server sent before this line's answer has come before it. */
  const hushed = () => line.emitWithAck('clock:ask')
  return { line, frames, saw, hushed }
}

test('[RT-1] a socket hears only of rooms that it joined', async () => {
  const [one, other] = [await register(), await register()]
  const [nowhere, atOne, fleet] = [listen(0), listen(0), listen(0)]
  const from = await cursor()
  await join(atOne.line, `session:${one}`, from)
  await join(fleet.line, 'fleet', from)
  await fleet.saw('fleet', await rename(0, other, 'not for one'))
  await fleet.saw('fleet', await rename(1, one, 'for one'))
  await Promise.all([nowhere.hushed(), atOne.hushed()])
  expect(nowhere.frames).toEqual([])
  expect(atOne.frames.map(({ room, changes }) => [room, changes.map(({ entity }) => entity)])).toEqual([[`session:${one}`, [one]]])
})

test('[RT-1] a socket hears nothing after leaving, also when it leaves before its join is answered', async () => {
  const id = await register()
  const [left, hasty, fleet] = [listen(1), listen(1), listen(1)]
  const from = await cursor()
  await Promise.all([join(left.line, 'fleet', from), join(fleet.line, 'fleet', from)])
  await left.saw('fleet', await rename(0, id, 'while inside'))
  left.line.emit('room:leave', { room: 'fleet' })
  const answered = join(hasty.line, 'fleet', from)
  hasty.line.emit('room:leave', { room: 'fleet' })
  await Promise.all([answered, left.hushed(), hasty.hushed()])
  const heard = left.frames.length
  await fleet.saw('fleet', await rename(0, id, 'after leaving'))
  await Promise.all([left.hushed(), hasty.hushed()])
  expect(left.frames).toHaveLength(heard)
  expect(hasty.frames).toEqual([])
})

test('[RT-1] what is not a room, a cursor or a join is refused by its code', async () => {
  const { line } = listen(0)
  const from = await cursor()
  const refusal = async (input: object) => {
    const answer: JoinAnswer = await line.emitWithAck('room:join', input as { room: Room; cursor: string })
    return answer.ok || answer.reset ? answer : answer.error.code
  }
  for (const bad of ['', 'x', '1.2', '1.2.3.4', "1.2.3'", `1.${'9'.repeat(30)}.1`, null, 7])
    expect(await refusal({ room: 'fleet', cursor: bad }), String(bad)).toBe('invalid_cursor')
  for (const bad of ['', 'fleets', 'session:', 'session:UPPER', 'session:a b', null]) expect(await refusal({ room: bad, cursor: from })).toBe('invalid_input')
  expect(await refusal({ room: 'fleet', cursor: from, more: 1 })).toBe('invalid_input')
  line.emit('room:join', 'nothing that parses' as never, undefined as never)
  expect(await join(line, 'fleet', from)).toMatchObject({ ok: true })
})

test('[RT-2] a write through one server reaches those who listen at the other, and those at the same', async () => {
  const id = await register()
  const listeners = [listen(0), listen(1)]
  const from = await cursor()
  for (const { line } of listeners) for (const room of ['fleet', `session:${id}`] as const) await join(line, room, from)
  for (let round = 0; round < 10; round++) {
    const written = await rename(round % 2 ? 1 : 0, id, `round ${round}`)
    for (const { saw } of listeners) await Promise.all([saw('fleet', written), saw(`session:${id}`, written)])
  }
})

test('[RT-2] a server whose connections are all taken by requests that wait still tells what others write', async () => {
  const [read, written] = [await register(), await register()]
  const { line, saw } = listen(0)
  await join(line, 'fleet', await cursor())
  const holder = await openTransaction(pair.cluster.url)
  await holder`lock table context_queries in access exclusive mode`
  const answers = Array.from({ length: 30 }, () => pair.api(0)('GET', `/sessions/${read}`))
  const waiting = () => pair.sql`select pid from pg_stat_activity where wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect((await waiting()).length).toBeGreaterThanOrEqual(20), patience)

  await saw('fleet', await rename(1, written, 'meanwhile'))
  expect((await waiting()).length).toBeGreaterThanOrEqual(20)
  await holder`rollback`
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
})

test('[GEN-4] a write through one server is visible through the other at once', async () => {
  const id = await register()
  for (let round = 0; round < 100; round++) {
    const [here, there] = round % 2 ? ([0, 1] as const) : ([1, 0] as const)
    const { version } = await rename(here, id, `round ${round}`)
    const { body } = await pair.api(there)<SessionDetail>('GET', `/sessions/${id}`)
    expect([body.session.version, body.session.name]).toEqual([version, `round ${round}`])
  }
  await pair.api(0)('POST', `/sessions/${id}/end`, { status: 'merged' })
  expect((await pair.api(1)('POST', `/sessions/${id}/progress`, {})).status).toBe(409)
  await pair.asOperator(1)('DELETE', `/sessions/${id}`)
  expect((await pair.api(0)('GET', `/sessions/${id}`)).status).toBe(404)
})
