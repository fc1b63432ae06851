import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Change, type Frame, type Room } from '../../contract/realtime.ts'
import { type RegisteredSession, type Session, type SessionPage } from '../../contract/sessions.ts'
import { apiOf } from '../../test/api.ts'
import { openLine } from '../../test/feed-follower.ts'
import { signedIn } from '../../test/people.ts'
import { type ServerPair, startPair } from '../../test/server-pair.ts'
import { sweepSessions } from '../sessions/sweep-sessions.ts'
import { makeToken } from '../tokens/make-token.ts'

let pair: ServerPair
let shop: string
beforeAll(async () => {
  pair = await startPair()
  shop = (await makeToken(pair.ctx, { name: 'shop only', role: 'agent', workspace: 'shop' })).secret
})

const patience = { timeout: 20_000, interval: 10 }
const register = async (workspace: string) => (await pair.api(0)<RegisteredSession>('POST', '/sessions', { workspace, timeoutMs: 3_600_000 })).body.session
const rename = async (id: string, name: string) => (await pair.api(0)<Session>('PATCH', `/sessions/${id}`, { name })).body
const cursor = async () => (await apiOf(pair.addresses[1]!, shop)<SessionPage>('GET', '/sessions?limit=1')).body.feed

/** A socket at the other server, in a room from a cursor: what the answer to the join told it, and each frame since. */
async function listen(token: string, room: Room, from: string) {
  const line = openLine(pair.addresses[1]!, token)
  onTestFinished(() => void line.disconnect())
  const told: Change[] = []
  const rooms = new Set<string>()
  const hear = (frame: Frame) => {
    rooms.add(frame.room)
    told.push(...frame.changes)
  }
  line.on('feed:changed', hear)
  const answer = await line.emitWithAck('room:join', { room, cursor: from })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  const missed = answer.frame.changes
  hear(answer.frame)
  const heard = ({ id, version }: { id: string; version: number }) => told.some((change) => change.entity === id && change.version === version)
  return { line, told, missed, rooms, heard, saw: (session: Session) => vi.waitFor(() => expect(heard(session)).toBe(true), patience) }
}

test("[SEC-2] the fleet of a limited token carries its workspace's changes and no other's, live", async () => {
  const [mine, other] = [await register('shop'), await register('web')]
  const from = await cursor()
  const [limited, all] = [await listen(shop, 'fleet', from), await listen(pair.token, 'fleet', from)]
  for (let round = 0; round < 5; round++) {
    await all.saw(await rename(other.id, `other ${round}`))
    await limited.saw(await rename(mine.id, `mine ${round}`))
  }
  await pair.api(0)('POST', `/sessions/${other.id}/end`, {})
  await pair.asOperator(0)('DELETE', `/sessions/${other.id}`)
  await vi.waitFor(() => expect(all.told.some(({ entity, body }) => entity === other.id && body === null)).toBe(true), patience)
  await limited.saw(await rename(mine.id, 'after the tombstone'))
  expect(new Set(limited.told.map(({ entity }) => entity))).toEqual(new Set([mine.id]))
  expect(limited.rooms).toEqual(new Set(['fleet']))
  for (const change of all.told) expect(Object.keys(change).toSorted()).toEqual(['body', 'entity', 'topic', 'version'])
})

test("[SEC-2] the catch-up after a cursor carries a limited token's workspace and no other, tombstones included", async () => {
  const from = await cursor()
  const [mine, other, gone] = [await register('shop'), await register('web'), await register('web')]
  await pair.api(0)('POST', `/sessions/${gone.id}/end`, {})
  await pair.asOperator(0)('DELETE', `/sessions/${gone.id}`)
  const all = await listen(pair.token, 'fleet', from)
  expect(new Set(all.missed.map(({ entity }) => entity))).toEqual(new Set([mine.id, other.id, gone.id]))
  const limited = await listen(shop, 'fleet', from)
  expect(limited.missed.map(({ entity }) => entity)).toEqual([mine.id])
})

test('[SEC-2] a limited token is told when a session of its workspace is deleted or swept', async () => {
  const [deleted, swept] = [await register('shop'), await register('shop')]
  const limited = await listen(shop, 'fleet', await cursor())
  for (const { id } of [deleted, swept]) await pair.api(0)('POST', `/sessions/${id}/end`, {})
  await pair.asOperator(0)('DELETE', `/sessions/${deleted.id}`)
  await pair.sql`update sessions set completed_at = clock_timestamp() - interval '8 days' where id = ${swept.id}`
  await sweepSessions(pair.ctx)
  const gone = () => new Set(limited.told.filter(({ body }) => body === null).map(({ entity }) => entity))
  await vi.waitFor(() => expect(gone()).toEqual(new Set([deleted.id, swept.id])), patience)
})

test("[SEC-2] another workspace's session is a room in which nothing happens, as one of a session that is not there", async () => {
  const from = await cursor()
  const [mine, other] = [await register('shop'), await register('web')]
  const rooms = [await listen(shop, `session:${other.id}`, from), await listen(shop, 'session:nobody', from)]
  const own = await listen(shop, `session:${mine.id}`, from)
  expect(rooms.map(({ missed }) => missed)).toEqual([[], []])
  await rename(other.id, 'not for the shop')
  await own.saw(await rename(mine.id, 'for the shop'))
  for (const { line, told } of rooms) {
    await line.emitWithAck('clock:ask')
    expect(told).toEqual([])
  }
  own.line.emit('room:leave', { room: `session:${mine.id}` })
  await own.line.emitWithAck('clock:ask')
  const before = own.told.length
  const all = await listen(pair.token, 'fleet', await cursor())
  await all.saw(await rename(mine.id, 'after leaving'))
  await own.line.emitWithAck('clock:ask')
  expect(own.told).toHaveLength(before)
})

test('[SEC-4] the settings room tells admins of tokens and people, without secrets', async () => {
  const { cookie } = await signedIn(pair.ctx, 'admin')
  const line = openLine(pair.addresses[1]!, { cookie })
  onTestFinished(() => void line.disconnect())
  const told: Change[] = []
  line.on('feed:changed', ({ room, changes }) => void (room === 'settings' && told.push(...changes)))
  expect(await line.emitWithAck('room:join', { room: 'settings', cursor: await cursor() })).toMatchObject({ ok: true })
  const admin = apiOf(pair.addresses[0]!, { cookie })
  const { token, secret } = (await admin<{ token: { id: string }; secret: string }>('POST', '/tokens', { name: 'seen' })).body
  await admin('DELETE', `/tokens/${token.id}`)
  const invited = (await admin<{ person: { id: string }; link: string }>('POST', '/people', { name: 'Bo', email: 'bo@example.test' })).body
  await admin('DELETE', `/people/${invited.person.id}`)
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ topic: 'person', entity: invited.person.id, body: null }), patience)
  expect(told.filter(({ entity }) => entity === token.id).at(-1)).toMatchObject({ topic: 'token', body: { name: 'seen', revokedAt: expect.any(String) as string } })
  const rows = JSON.stringify(await pair.sql`select body::text from changes`)
  for (const hidden of [secret.slice(4), invited.link.split('#')[1]!]) expect(JSON.stringify(told) + rows).not.toContain(hidden)
})
