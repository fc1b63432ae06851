import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { type ErrorAnswer } from '../../contract/errors.ts'
import { socketPath } from '../../contract/realtime.ts'
import { freePort } from '../../test/free-port.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { type RawAnswer, rawRequest, rawUpgrade } from '../../test/raw-request.ts'
import { startServer } from '../../test/server.ts'

const admin = { email: 'ada@example.org', password: 'correct horse battery' }
let databaseUrl: string
let port: string
let us: string

beforeAll(async () => {
  databaseUrl = await createDatabase()
  const given = { MUSTER_ADMIN_EMAIL: admin.email, MUSTER_ADMIN_PASSWORD: admin.password, MUSTER_HOSTS: 'inside.example, proxy.example:8443' }
  us = (await startServer(databaseUrl, given)).url
  port = new URL(us).port
})

const codeOf = ({ body }: RawAnswer) => (JSON.parse(body) as ErrorAnswer).error.code
const signIn = (headers = {}, at: number | string = port) =>
  rawRequest(at, { method: 'POST', path: '/api/v1/sign-in', body: admin, headers })
const cookieOf = ({ headers }: RawAnswer) => headers['set-cookie']!.map((line) => line.split(';')[0]).join('; ')
const me = async (cookie: string) => (await rawRequest(port, { path: '/api/v1/me', headers: { cookie } })).status

test('[SEC-5] a Host that is not ours is refused everywhere, sockets included; health answers any', async () => {
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', '127.0.0.1:1']) {
    for (const path of ['/', '/sign-in', '/api/v1/me', '/api/openapi.json', '/metrics', `${socketPath}/?EIO=4&transport=polling`]) {
      const answer = await rawRequest(port, { path, headers: { host } })
      expect([answer.status, codeOf(answer)], `${path} for ${host}`).toEqual([421, 'wrong_host'])
    }
    expect(codeOf(await signIn({ host }))).toBe('wrong_host')
    const upgrade = await rawUpgrade(port, socketPath, { host })
    expect([upgrade.status, codeOf(upgrade)]).toEqual([421, 'wrong_host'])
    for (const path of ['/healthz', '/readyz']) expect((await rawRequest(port, { path, headers: { host } })).status).toBe(200)
  }
  for (const host of [`127.0.0.1:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`, 'inside.example', `inside.example:${port}`, 'proxy.example:8443'])
    expect(codeOf(await rawRequest(port, { path: '/api/v1/me', headers: { host } })), host).toBe('not_signed_in')
})

test('[SEC-5] a write with a cookie is done only from a page of ours', async () => {
  const cookie = cookieOf(await signIn())
  const foreign = [{}, { origin: 'https://evil.example' }, { origin: 'null' }, { referer: 'https://evil.example/' }, { 'sec-fetch-site': 'cross-site' }]
  for (const from of foreign) {
    const answer = await rawRequest(port, { method: 'POST', path: '/api/v1/sign-out', headers: { cookie, ...from } })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'cross_site'])
  }
  expect(await me(cookie)).toBe(200)
  expect((await rawRequest(port, { method: 'POST', path: '/api/v1/sign-out', headers: { cookie, origin: us } })).status).toBe(200)
  expect(await me(cookie)).toBe(401)
})

test('[SEC-5] nobody is signed in from a page of somebody else', async () => {
  const answer = await signIn({ origin: 'https://evil.example' })
  expect([answer.status, codeOf(answer), answer.headers['set-cookie']]).toEqual([403, 'cross_site', undefined])
})

test('[SEC-5] a socket from another origin is refused before its handshake', async () => {
  const cookie = cookieOf(await signIn())
  for (const from of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}]) {
    const answer = await rawUpgrade(port, socketPath, { cookie, ...from })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'cross_site'])
  }
  expect((await rawUpgrade(port, socketPath, { cookie, origin: us })).status).toBe(101)
  expect((await rawUpgrade(port, socketPath)).status).toBe(101)
})

const always = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin', 'cross-origin-opener-policy': 'same-origin' }
const data = { ...always, 'cache-control': 'no-store', 'content-security-policy': expect.stringMatching(/^default-src 'none'; frame-ancestors 'none'/) }

test('[SEC-5] every answer of the API says how it may be used, refusals and health included', async () => {
  const answers = {
    signedIn: await signIn(),
    refused: await rawRequest(port, { path: '/api/v1/me' }),
    missing: await rawRequest(port, { path: '/api/v1/nothing' }),
    broken: await rawRequest(port, { method: 'POST', path: '/api/v1/sign-in', headers: { 'content-type': 'text/html' }, body: {} }),
    health: await rawRequest(port, { path: '/healthz' }),
    wrongHost: await rawRequest(port, { path: '/', headers: { host: 'evil.example' } }),
    foreign: await signIn({ origin: 'null' }),
    socket: await rawUpgrade(port, socketPath, { origin: 'null' }),
    elsewhere: await rawRequest(port, { path: 'http://evil.example/' }),
  }
  for (const [name, { headers }] of Object.entries(answers)) expect(headers, name).toMatchObject(data)
})

test('[SEC-5] even what can not be read as HTTP is answered with them', async () => {
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('nonsense\r\n\r\n')
  const answer = await text(socket)
  for (const [name, value] of Object.entries(always)) expect(answer).toContain(`${name}: ${value}`)
})

test('[SEC-5] the cookie of a sign-in is HttpOnly and Lax, and Secure where people come by https', async () => {
  const [plain] = (await signIn()).headers['set-cookie']!
  expect(plain).toMatch(/^muster\.session_token=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
  const behindProxy = await freePort()
  await startServer(databaseUrl, { BASE_URL: 'https://muster.example', PORT: String(behindProxy) })
  const fromOutside = { host: 'muster.example', origin: 'https://muster.example' }
  const [secure] = (await signIn(fromOutside, behindProxy)).headers['set-cookie']!
  expect(secure).toMatch(/^__Secure-muster\.session_token=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(codeOf(await signIn({ ...fromOutside, origin: 'http://muster.example' }, behindProxy))).toBe('cross_site')
})

test('[SEC-3] the limit of sign-ins holds over HTTP, whatever a client says of its address', async () => {
  const { url } = await startServer(await createDatabase())
  const attempt = (n: number) => {
    const spoofed = { 'x-forwarded-for': `198.51.100.${n}`, forwarded: `for=198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}`, 'x-muster-address': `198.51.100.${n}` }
    return signIn(spoofed, new URL(url).port)
  }
  const codes = (await Promise.all(Array.from({ length: 14 }, (_, n) => attempt(n)))).map(codeOf)
  expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(4)
})
