import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FeedChange } from '../changes/read-feed.ts'
import { type Actor } from '../context.ts'
import { type Identified } from '../people/check-credentials.ts'
import { type Watched, watchCredentials } from './watch-credentials.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ada: Actor = { kind: 'person', id: 'ada', name: 'Ada', role: 'admin', workspace: null }
const change = (topic: FeedChange['topic'], entity: string): FeedChange => ({ topic, entity, version: 2, body: {}, workspace: null })

/** What the database would say, a socket that came in with it, and how often each was asked. */
function watched(actor: Actor = ada) {
  const database: { says: Identified | null | Error; asked: number } = { says: { actor, endsInMs: null }, asked: 0 }
  const socket = { data: { actor, headers: {} }, ended: 0, disconnect: () => void socket.ended++ } satisfies Watched & { ended: number }
  const watch = watchCredentials(async () => {
    database.asked++
    if (database.says instanceof Error) throw database.says
    return database.says
  }, pino({ level: 'silent' }))
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { database, socket, watch, settle }
}

test('[SEC-4] what was revoked between the handshake and here ends the socket, though the feed told of it before', async () => {
  const { database, socket, watch, settle } = watched()
  database.says = null
  watch.onChanges([change('person', 'ada')])
  watch.add(socket)
  await settle()
  expect(socket.ended).toBe(1)
})

test('[SEC-4] a socket is checked for what concerns it, and for nothing else', async () => {
  const secret: Actor = { kind: 'token', id: 't1', name: 'builder', role: 'agent', workspace: 'shop', sessionId: 's1' }
  const { database, socket, watch, settle } = watched(secret)
  watch.add(socket)
  await settle()
  watch.onChanges([change('person', 't1'), change('token', 't2'), change('session', 's2'), change('audit', 's1')])
  await settle()
  expect(database.asked).toBe(1)
  watch.onChanges([change('token', 't1')])
  watch.onChanges([change('session', 's1')])
  await settle()
  expect([database.asked, socket.ended]).toEqual([3, 0])
  watch.remove(socket)
  watch.onChanges([change('token', 't1')])
  watch.checkAll()
  await settle()
  expect(database.asked).toBe(3)
})

test.each([
  ['another role', { actor: { ...ada, role: 'viewer' }, endsInMs: null }],
  ['another workspace', { actor: { ...ada, workspace: 'shop' }, endsInMs: null }],
  ['nothing', null],
  ['that it can not be said', new Error('away')],
] satisfies [string, Identified | null | Error][])('[SEC-4] when the credentials mean %s, the socket ends', async (_what, says) => {
  const { database, socket, watch, settle } = watched()
  watch.add(socket)
  await settle()
  expect(socket.ended).toBe(0)
  database.says = says
  watch.checkAll()
  await settle()
  expect(socket.ended).toBe(1)
})

test('[SEC-4] a socket ends when its time is over, and lives on when that was put off', async () => {
  const { database, socket, watch, settle } = watched()
  database.says = { actor: ada, endsInMs: 1_000 }
  watch.add(socket)
  await settle()
  await vi.advanceTimersByTimeAsync(1_001)
  expect([database.asked, socket.ended]).toEqual([2, 0])
  database.says = null
  await vi.advanceTimersByTimeAsync(1_001)
  expect(socket.ended).toBe(1)
})
