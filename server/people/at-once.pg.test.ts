import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type RegisteredSession, type SessionPage } from '../../contract/sessions.ts'
import { type MadeToken } from '../../contract/tokens.ts'
import { apiOf, type Credentials } from '../../test/api.ts'
import { openLine } from '../../test/feed-follower.ts'
import { signedIn, signInAgain } from '../../test/people.ts'
import { type ServerPair, startPair } from '../../test/server-pair.ts'

let pair: ServerPair
let admin: Credentials
beforeAll(async () => {
  pair = await startPair()
  admin = { cookie: (await signedIn(pair.ctx, 'admin')).cookie }
})

const here = (credentials: Credentials) => apiOf(pair.addresses[0]!, credentials)
const there = (credentials: Credentials) => apiOf(pair.addresses[1]!, credentials)
const newToken = async (given: object = {}) => (await here(admin)<MadeToken>('POST', '/tokens', { name: 'short-lived', ...given })).body
const feed = async () => (await here(admin)<SessionPage>('GET', '/sessions?limit=1')).body.feed

/** A socket at each server that is in a room, and how it ended. */
async function sockets(credentials: Credentials) {
  const lines = pair.addresses.map((url) => openLine(url, credentials))
  onTestFinished(() => lines.forEach((line) => line.disconnect()))
  const ends = lines.map((line) => new Promise<string>((resolve) => line.on('disconnect', resolve)))
  for (const line of lines) expect(await line.emitWithAck('room:join', { room: 'fleet', cursor: await feed() })).toMatchObject({ ok: true })
  return { lines, ended: () => Promise.all(ends) }
}

/** What takes the credentials away, through the one server. */
const takings: Record<string, () => Promise<{ credentials: Credentials; take: () => Promise<{ status: number }> }>> = {
  'a token is revoked': async () => {
    const { token, secret } = await newToken()
    return { credentials: secret, take: () => here(admin)('DELETE', `/tokens/${token.id}`) }
  },
  'a person is removed': async () => {
    const { actor, cookie } = await signedIn(pair.ctx, 'operator')
    return { credentials: { cookie }, take: () => here(admin)('DELETE', `/people/${actor.id}`) }
  },
  'a person signs out': async () => {
    const { cookie } = await signedIn(pair.ctx, 'operator')
    return { credentials: { cookie }, take: () => here({ cookie })('POST', '/sign-out') }
  },
}

for (const [what, given] of Object.entries(takings)) {
  test(`[SEC-4] ${what} through one server, and the very next request through the other is refused`, async () => {
    for (let round = 0; round < 10; round++) {
      const { credentials, take } = await given()
      for (const server of [here, there]) expect((await server(credentials)('GET', '/me')).status).toBe(200)
      expect((await take()).status).toBe(200)
      const answers = await Promise.all([there, here, there].map((server) => server(credentials)('GET', '/me')))
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    }
  }, 60_000)

  test(`[SEC-4] ${what}, and its open sockets end on every server`, async () => {
    const { credentials, take } = await given()
    const { ended } = await sockets(credentials)
    await take()
    expect(await ended()).toEqual(['io server disconnect', 'io server disconnect'])
  })
}

test('[SEC-4] a new role holds for the very next request through the other server, and open sockets come back with it', async () => {
  const { actor, cookie } = await signedIn(pair.ctx, 'admin', 'Ida')
  const { ended } = await sockets({ cookie })
  expect((await there({ cookie })('GET', '/tokens')).status).toBe(200)
  await here(admin)('PATCH', `/people/${actor.id}`, { role: 'viewer' })
  expect((await there({ cookie })('GET', '/tokens')).status).toBe(403)
  expect(await ended()).toEqual(['io server disconnect', 'io server disconnect'])
  const { lines } = await sockets({ cookie })
  const answer = await lines[1]!.emitWithAck('room:join', { room: 'settings', cursor: await feed() })
  expect(answer).toMatchObject({ ok: false, error: { code: 'not_allowed' } })
})

test('[SEC-4] signing out here leaves the sockets of another browser of the same person alone', async () => {
  const { actor, cookie } = await signedIn(pair.ctx, 'viewer')
  const other = { cookie: await signInAgain(pair.ctx, actor.id) }
  const [left, stays] = [await sockets({ cookie }), await sockets(other)]
  await here({ cookie })('POST', '/sign-out')
  await left.ended()
  for (const line of stays.lines) expect(await line.emitWithAck('clock:ask')).toBeDefined()
  expect((await there(other)('GET', '/me')).status).toBe(200)
})

test("[SEC-4] a revoked token takes the secrets of its sessions with it", async () => {
  const { token, secret } = await newToken()
  const { body } = await here(secret)<RegisteredSession>('POST', '/sessions', {})
  const { lines } = { lines: pair.addresses.map((url) => openLine(url, body.secret)) }
  onTestFinished(() => lines.forEach((line) => line.disconnect()))
  const ends = lines.map((line) => new Promise<string>((resolve) => line.on('disconnect', resolve)))
  for (const line of lines)
    expect(await line.emitWithAck('room:join', { room: `session:${body.session.id}`, cursor: await feed() })).toMatchObject({ ok: true })
  const beat = () => there(body.secret)('POST', `/sessions/${body.session.id}/heartbeat`)
  expect((await beat()).status).toBe(200)
  await here(admin)('DELETE', `/tokens/${token.id}`)
  expect((await beat()).status).toBe(401)
  expect(await Promise.all(ends)).toHaveLength(2)
})

test('[SEC-4] [GEN-5] a registration that is sent again answers a new secret, and the old one ends with its sockets', async () => {
  const send = async () => {
    const headers = { authorization: `Bearer ${pair.token}`, 'content-type': 'application/json', 'idempotency-key': 'sent-twice' }
    const response = await fetch(`${pair.addresses[0]}/api/v1/sessions`, { method: 'POST', headers, body: '{}' })
    expect(response.status).toBe(201)
    return (await response.json()) as RegisteredSession
  }
  const first = await send()
  const line = openLine(pair.addresses[1]!, first.secret)
  onTestFinished(() => void line.disconnect())
  const ended = new Promise<string>((resolve) => line.on('disconnect', resolve))
  await line.emitWithAck('clock:ask')
  const again = await send()
  expect(again.session.id).toBe(first.session.id)
  expect((await there(first.secret)('GET', '/me')).status).toBe(401)
  expect((await there(again.secret)('GET', '/me')).status).toBe(200)
  expect(await ended).toBe('io server disconnect')
})

test('[SEC-4] [GEN-1] credentials end by the database\'s clock, for requests and for sockets that are open', async () => {
  const { token, secret } = await newToken({ expiresInMs: 60_000 })
  await pair.sql`update tokens set expires_at = clock_timestamp() + interval '2 seconds' where id = ${token.id}`
  const { ended } = await sockets(secret)
  const [before] = await pair.sql`select clock_timestamp() < expires_at as held from tokens where id = ${token.id}`
  expect(before!.held).toBe(true)
  await ended()
  const [after] = await pair.sql`select clock_timestamp() >= expires_at as over from tokens where id = ${token.id}`
  expect(after!.over).toBe(true)
  expect((await there(secret)('GET', '/me')).status).toBe(401)
})

test('a token that is revoked between the handshake and the room hears nothing: the socket ends', async () => {
  for (let round = 0; round < 5; round++) {
    const { token, secret } = await newToken()
    const line = openLine(pair.addresses[1]!, secret)
    onTestFinished(() => void line.disconnect())
    await Promise.all([here(admin)('DELETE', `/tokens/${token.id}`), new Promise<void>((resolve) => line.on('connect', resolve).on('connect_error', () => resolve()))])
    await vi.waitFor(() => expect(line.connected).toBe(false), { timeout: 5_000, interval: 5 })
  }
})
