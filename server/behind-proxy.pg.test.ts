import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { io } from 'socket.io-client'
import { beforeAll, expect, test } from 'vitest'
import { type ErrorAnswer } from '../contract/errors.ts'
import { socketPath } from '../contract/realtime.ts'
import { freePort } from '../test/free-port.ts'
import { createDatabase } from '../test/postgres-cluster.ts'
import { startReverseProxy } from '../test/reverse-proxy.ts'
import { startServer, type TestServer } from '../test/server.ts'
import { withClient } from '../test/data-folder.ts'
import { shell } from './admin/command-fixture.ts'

const base = 'https://muster.example'
const admin = { email: 'ada@example.org', password: 'correct horse battery' }
const environment = { BASE_URL: base, MUSTER_ADMIN_EMAIL: admin.email, MUSTER_ADMIN_PASSWORD: admin.password }
let databaseUrl: string
let trusting: { server: TestServer; proxy: number }
let wary: { proxy: number }

beforeAll(async () => {
  databaseUrl = await createDatabase()
  const [port, otherPort] = [await freePort(), await freePort()]
  const server = await startServer(databaseUrl, { ...environment, MUSTER_TRUST_PROXY: 'on', PORT: String(port) })
  trusting = { server, proxy: await startReverseProxy(port) }
  await startServer(databaseUrl, { ...environment, PORT: String(otherPort) })
  wary = { proxy: await startReverseProxy(otherPort) }
})

type Call = { from?: string; path: string; body?: object; headers?: Record<string, string> }

/** As a browser on another machine would; `from` is that machine's address, as far as the proxy can see. */
function call(proxy: number, { from = '127.0.0.1', path, body, headers }: Call) {
  const method = body ? 'POST' : 'GET'
  const common = { host: 'muster.example', origin: base, ...(body && { 'content-type': 'application/json' }) }
  return new Promise<{ status: number; cookies: string[]; body: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port: proxy, localAddress: from, method, path: `/api/v1${path}`, headers: { ...common, ...headers }, agent: false })
      .on('response', (answer) => resolve(text(answer).then((said) => ({ status: answer.statusCode!, cookies: answer.headers['set-cookie'] ?? [], body: said }))))
      .on('error', reject)
      .end(body && JSON.stringify(body))
  })
}

const guess = async (proxy: number, from: string, headers = {}) => {
  const answer = await call(proxy, { from, path: '/sign-in', body: { ...admin, password: 'a wrong password' }, headers })
  return (JSON.parse(answer.body) as ErrorAnswer).error.code
}
const refusals = (codes: string[]) => codes.filter((code) => code === 'too_many_attempts').length

test('the first admin of the environment signs in through the proxy, with a Secure cookie, page and socket', async () => {
  expect(trusting.server.out()).toContain(`Sign in as ${admin.email} with the password that you set.`)
  const { status, cookies } = await call(trusting.proxy, { from: '127.0.0.9', path: '/sign-in', body: admin })
  expect([status, cookies.length]).toEqual([200, 1])
  expect(cookies[0]).toMatch(/^__Secure-muster\.session_token=[^;]+;.* Secure;/)
  const cookie = cookies[0]!.split(';')[0]!
  expect(await call(trusting.proxy, { path: '/me', headers: { cookie } })).toMatchObject({ status: 200 })
  expect((await call(trusting.proxy, { path: '/me' })).status).toBe(401)

  const line = io(`http://127.0.0.1:${trusting.proxy}`, {
    path: socketPath,
    transports: ['websocket'],
    extraHeaders: { cookie, host: 'muster.example', origin: base },
    reconnection: false,
  })
  await new Promise<void>((resolve, reject) => line.on('connect', resolve).on('connect_error', reject))
  line.disconnect()

  const signIns = await withClient(databaseUrl, (sql) => sql`select ip_address from sign_ins`)
  expect(signIns).toEqual([{ ip_address: '127.0.0.9' }])
})

test('[SEC-3] behind a trusted proxy attempts count by the address that it saw, not by what the client says', async () => {
  const codes: string[] = []
  for (let n = 0; n < 12; n++) codes.push(await guess(trusting.proxy, '127.0.0.2', { 'x-forwarded-for': `198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}` }))
  expect(refusals(codes)).toBe(2)
  expect(await guess(trusting.proxy, '127.0.0.3')).toBe('sign_in_failed')
})

test('[SEC-3] behind a proxy that is not trusted everybody counts as the proxy, whatever it says', async () => {
  await withClient(databaseUrl, (sql) => sql`delete from rate_limits`)
  const codes: string[] = []
  for (let n = 0; n < 12; n++) codes.push(await guess(wary.proxy, `127.0.0.${20 + n}`))
  expect(refusals(codes)).toBe(2)
})

test('a lost link is replaced by one under the base URL, which works once, by POST', async () => {
  const made = await shell({ DATABASE_URL: databaseUrl, BASE_URL: base }, 'admin', 'link')
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^https:\/\/muster\.example\/sign-in\/link#[\w-]{43}\n$/) })
  const body = { token: made.out.trim().split('#')[1]!, password: 'another good password' }
  expect(await call(trusting.proxy, { from: '127.0.0.5', path: '/sign-in/link', body })).toMatchObject({ status: 200 })
  expect((await call(trusting.proxy, { from: '127.0.0.5', path: '/sign-in/link', body })).status).toBe(410)
  expect(await call(trusting.proxy, { from: '127.0.0.5', path: '/sign-in', body: { ...admin, password: body.password } })).toMatchObject({ status: 200 })
}, 60_000)

const warning = "people's passwords and tokens cross the network in clear"

test('a server that listens beyond this machine without https says that passwords cross the network in clear', async () => {
  expect(trusting.server.out()).not.toContain(warning)
  const open = await startServer(databaseUrl, { HOST: '0.0.0.0' })
  expect(open.out()).toContain(warning)
  await open.kill('SIGTERM')
  const covered = await startServer(databaseUrl, { HOST: '0.0.0.0', BASE_URL: base })
  expect(covered.out()).not.toContain(warning)
}, 60_000)
