import { makeSignature } from 'better-auth/crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isUnreachable } from '../../db/sql-state.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { forgetExpired } from './forget-expired.ts'
import { loadSecret } from './load-secret.ts'
import { makeFirstAdmin } from './make-first-admin.ts'
import { cookieOf, openPeople, secret } from './people-fixture.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { whoAmI } from './who-am-i.ts'

let one: ReturnType<typeof openPeople>
let two: ReturnType<typeof openPeople>
const right = { email: 'ada@example.org', password: 'correct horse battery' }
const wrong = { email: 'ada@example.org', password: 'wrong horse battery' }

beforeAll(async () => {
  const url = await createDatabase()
  one = openPeople(url)
  two = openPeople(url)
  await makeFirstAdmin(one.ctx, right)
})
afterAll(() => Promise.all([one.close(), two.close()]))
beforeEach(() => one.client`truncate rate_limits`)

const codeOf = (end: PromiseSettledResult<unknown>) => (end.status === 'rejected' ? (end.reason as { code: string }).code : 'in')

test('[SEC-3] a password signs in; the cookie is HttpOnly, Lax and Secure where the base URL is https', async () => {
  const plain = await signIn(one.ctx, right, one.door())
  expect(plain.answer).toMatchObject({ kind: 'person', name: 'Admin', email: right.email })
  expect(plain.setCookies.join()).toMatch(/^muster\.session_token=[^;]+;.*HttpOnly; SameSite=Lax$/)
  const https = { ...one, auth: openPeople('postgres://unused', 'https://muster.example').auth }
  expect(https.auth.options.advanced.useSecureCookies).toBe(true)
  const { authCookies } = await https.auth.$context
  expect(authCookies.sessionToken).toMatchObject({ name: '__Secure-muster.session_token', attributes: { secure: true, httpOnly: true, sameSite: 'lax' } })
})

test('[SEC-3] a wrong password and an unknown address get the same answer', async () => {
  const answers = [wrong, { ...right, email: 'nobody@example.org' }].map((input) => signIn(one.ctx, input, one.door()).catch(String))
  const [first, second] = await Promise.all(answers)
  expect(first).toBe(second)
  await expect(signIn(one.ctx, wrong, one.door())).rejects.toMatchObject({ code: 'sign_in_failed' })
})

test('[SEC-3] attempts are limited over all processes, at once or in turn, and x-forwarded-for does not help', async () => {
  const attempt = (n: number) => {
    const process = n % 2 ? one : two
    const spoofed = { 'x-forwarded-for': `198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}`, 'x-muster-address': `198.51.100.${n}` }
    return signIn(process.ctx, wrong, process.door('192.0.2.66', spoofed))
  }
  const codes = (await Promise.allSettled(Array.from({ length: 13 }, (_, n) => attempt(n)))).map(codeOf)
  expect(codes.filter((code) => code === 'sign_in_failed')).toHaveLength(10)
  expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(3)
  const locked = signIn(one.ctx, right, one.door('192.0.2.66'))
  await expect(locked).rejects.toMatchObject({ code: 'too_many_attempts', details: { retryAfterSeconds: expect.toSatisfy((n: number) => n > 50 && n <= 60) } })
  await signIn(one.ctx, right, one.door('192.0.2.67'))
})

test('[SEC-3] an IPv6 network counts as one address', async () => {
  const attempts = Array.from({ length: 12 }, (_, n) => signIn(one.ctx, wrong, one.door(`2001:db8::${n}:1`)))
  expect((await Promise.allSettled(attempts)).map(codeOf).filter((code) => code === 'too_many_attempts')).toHaveLength(2)
})

test('[SEC-3] after the window, attempts are open again; what has ended is forgotten', async () => {
  await Promise.allSettled(Array.from({ length: 11 }, () => signIn(one.ctx, wrong, one.door())))
  await one.client`update rate_limits set ends_at = clock_timestamp() - interval '1 millisecond'`
  await signIn(one.ctx, right, one.door())
  await one.client`update rate_limits set ends_at = clock_timestamp() - interval '1 millisecond'`
  await forgetExpired(one.ctx)
  expect(await one.client`select from rate_limits`).toHaveLength(0)
})

test('the cookie names the person on every process, until they sign out', async () => {
  const { answer, setCookies } = await signIn(one.ctx, right, one.door())
  const headers = { cookie: cookieOf(setCookies) }
  const actor = await two.identify(headers)
  expect(actor).toEqual(answer)
  expect(answer).toMatchObject({ kind: 'person', role: 'admin', workspace: null })
  expect(whoAmI({ ...one.ctx, actor: actor! })).toEqual(answer)
  const out = await signOut(one.ctx, one.door('127.0.0.1', headers))
  expect(out.setCookies.join()).toMatch(/muster\.session_token=;.*Max-Age=0/)
  expect(await two.identify(headers)).toBeNull()
})

test('[SEC-4] what the table holds of a sign-in does not work as a cookie, even when signed with the secret', async () => {
  const { setCookies } = await signIn(one.ctx, right, one.door())
  const [token, signature] = decodeURIComponent(cookieOf(setCookies).split('=')[1]!).split('.')
  expect(await makeSignature(token!, secret)).toBe(signature)
  const rows = await one.client<{ token_hash: string }[]>`select token_hash from sign_ins`
  for (const { token_hash: kept } of rows) {
    const forged = encodeURIComponent(`${kept}.${await makeSignature(kept, secret)}`)
    expect(await one.identify({ cookie: `muster.session_token=${forged}` })).toBeNull()
  }
})

test('an expired sign-in, a cookie with another signature and garbage are nobody', async () => {
  const { setCookies } = await signIn(one.ctx, right, one.door())
  const cookie = cookieOf(setCookies)
  expect(await one.identify({ cookie: cookie.replace(/=(....)/, '=aaaa') })).toBeNull()
  for (const garbage of ['x', 'muster.session_token', 'muster.session_token=%E0%A4%A', 'muster.session_token=a.b', ''])
    expect(await one.identify({ cookie: garbage })).toBeNull()
  await one.client`update sign_ins set expires_at = clock_timestamp() - interval '1 second'`
  expect(await one.identify({ cookie })).toBeNull()
})

test('processes that start at the same moment share one signing secret; a given one is taken', async () => {
  const secrets = await Promise.all([one, two, one, two].map(({ db }) => loadSecret(db)))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]!.length).toBeGreaterThanOrEqual(32)
  expect(await loadSecret(one.db, secret)).toBe(secret)
})

test('while Postgres is away, nobody is told that their password is wrong or that they are signed out', async () => {
  const away = openPeople('postgres://nobody@127.0.0.1:1/none')
  const unknown = expect.toSatisfy((error: unknown) => isUnreachable(error) || (error as { code?: string }).code === 'try_again')
  await expect(signIn(away.ctx, right, away.door())).rejects.toEqual(unknown)
  const { setCookies } = await signIn(one.ctx, right, one.door())
  await expect(away.identify({ cookie: cookieOf(setCookies) })).rejects.toEqual(unknown)
  await expect(away.identify({ authorization: 'Bearer mst_x' })).rejects.toEqual(unknown)
  await away.close()
})
