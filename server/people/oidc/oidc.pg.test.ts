import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Browser } from '../../../test/browser.ts'
import { testContext } from '../../../test/context.ts'
import { freePort } from '../../../test/free-port.ts'
import { startOidcProvider } from '../../../test/oidc-provider.ts'
import { createDatabase } from '../../../test/postgres-cluster.ts'
import { startServer } from '../../../test/server.ts'
import { callbackPath } from './open-oidc.ts'

const ada = { email: 'ada@example.org', password: 'correct horse battery' }
const claims = {
  ada: { email: 'Ada@Example.org', email_verified: true, name: 'Ada Lovelace' },
  newcomer: { email: 'new@example.org', email_verified: true, name: 'New Comer' },
  twin: { email: 'twin@example.org', email_verified: true, name: 'Twin' },
  mallory: { email: 'ada@example.org', email_verified: false, name: 'Mallory' },
  almost: { email: 'ada@example.org', email_verified: 'true', emailVerified: true },
  silent: { email: 'ada@example.org' },
  outsider: { email: 'eve@other.example', email_verified: true },
  contractor: { email: 'carl@other.example', email_verified: true },
  lookalike: { email: 'x@notexample.org', email_verified: true },
  nameless: { name: 'No Address' },
  odd: { email: 'odd@example.org', email_verified: true, name: 'nul \u0000 in it' },
  long: { email: 'long@example.org', email_verified: true, name: 'x'.repeat(101) },
  broken: { email: 'not an address', email_verified: true },
}
let provider: Awaited<ReturnType<typeof startOidcProvider>>
let client: Awaited<ReturnType<typeof testContext>>['client']
/** One server that takes everybody of a domain, one that takes only people it knows. */
let open: string
let closed: string

beforeAll(async () => {
  const databaseUrl = await createDatabase()
  ;({ client } = await testContext(databaseUrl))
  const ports = [await freePort(), await freePort()]
  ;[open, closed] = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string]
  provider = await startOidcProvider([open, closed], claims)
  const shared = { ...provider.environment, MUSTER_ADMIN_EMAIL: ada.email, MUSTER_ADMIN_PASSWORD: ada.password }
  const domains = { MUSTER_OIDC_ALLOWED_DOMAINS: 'example.org, Else.example', MUSTER_OIDC_DEFAULT_ROLE: 'operator', MUSTER_OIDC_NAME: 'Example login' }
  await startServer(databaseUrl, { ...shared, ...domains, PORT: String(ports[0]) })
  await startServer(databaseUrl, { ...shared, PORT: String(ports[1]) })
  await client`insert into people (id, name, email) values ('carl', 'Carl', 'carl@other.example')`
})
afterAll(() => provider.stop())
beforeEach(() => client`truncate rate_limits`)

const start = (browser: Browser, base: string, body = {}, headers = {}) => browser.call('POST', `${base}/api/v1/sign-in/oidc`, { body, headers })
const me = async (browser: Browser, base: string) => JSON.parse((await browser.call('GET', `${base}/api/v1/me`)).body) as { email?: string; role?: string }

/** To the provider, logged in there, and to the address that it sends people back to. */
async function comeBack(browser: Browser, base: string, login: string, next?: string) {
  const { body } = await start(browser, base, { next })
  const { url } = JSON.parse(body) as { url: string }
  const resumed = await browser.submit(await browser.go(url), 'login', login)
  return browser.go(resumed, `${base}${callbackPath}`)
}
async function signIn(base: string, login: string, next?: string) {
  const browser = new Browser()
  const { status, location } = await browser.call('GET', await comeBack(browser, base, login, next))
  expect(status).toBe(302)
  return { browser, at: location!.replace(base, '') }
}
const isOut = async ({ browser, at }: Awaited<ReturnType<typeof signIn>>, refusal: string) => {
  expect(at).toBe(`/sign-in?refused=${refusal}`)
  expect(browser.setCookies.join()).not.toContain('session_token')
}

test('[SEC-3] somebody who is known comes in by their verified address, and is the same person as with a password', async () => {
  const { browser, at } = await signIn(open, 'ada', '/sessions/agent-x?tab=files#part')
  expect(at).toBe('/sessions/agent-x?tab=files')
  expect(await me(browser, open)).toMatchObject({ email: ada.email, role: 'admin' })
  expect(browser.setCookies.find((line) => line.startsWith('muster.session_token='))).toMatch(/; HttpOnly; SameSite=Lax$/)
  await signIn(open, 'ada')
  expect(await client`select 1 from people where email = ${ada.email}`).toHaveLength(1)
  const line = await client`select actor_name, after from audit where action = 'person.signed_in' order by id desc limit 1`
  expect(line[0]).toMatchObject({ actor_name: 'Admin', after: { with: 'oidc' } })
})

test('[SEC-4] what the provider hands out is not kept, and neither is the state of a sign-in on its way', async () => {
  await signIn(open, 'ada')
  const kept = await client`select access_token, refresh_token, id_token, scope from credentials where provider_id = 'oidc'`
  expect(kept).toEqual([{ access_token: null, refresh_token: null, id_token: null, scope: null }])
  await start(new Browser(), open)
  expect(await client`select from verifications`).toHaveLength(0)
})

test('[SEC-3] somebody new of an allowed domain is made a person with the role that is configured', async () => {
  const { browser } = await signIn(open, 'newcomer')
  expect(await me(browser, open)).toMatchObject({ name: 'New Comer', email: 'new@example.org', role: 'operator' })
  const [line] = await client`select after from audit where action = 'person.joined' and target_name = 'New Comer'`
  expect(line!.after).toEqual({ name: 'New Comer', email: 'new@example.org', role: 'operator' })
  for (const login of ['odd', 'long']) expect(await me((await signIn(open, login)).browser, open)).toMatchObject({ name: login })
})

test('[SEC-3] somebody new who comes in two tabs at once is one person', async () => {
  const browsers = [new Browser(), new Browser()]
  const urls = await Promise.all(browsers.map((browser) => comeBack(browser, open, 'twin')))
  await Promise.all(browsers.map((browser, n) => browser.call('GET', urls[n]!)))
  expect(await client`select from people where email = 'twin@example.org'`).toHaveLength(1)
  expect(await me((await signIn(open, 'twin')).browser, open)).toMatchObject({ email: 'twin@example.org' })
})

test.each(['mallory', 'almost', 'silent'])('[SEC-3] an address that the provider has not verified opens nothing: %s', async (login) => {
  await isOut(await signIn(open, login), 'email_unverified')
  expect(await client`select from credentials where account_id like ${`%${login}`}`).toHaveLength(0)
})

test.each(['outsider', 'contractor', 'lookalike'])('[SEC-3] an address of another domain is refused, known or not: %s', async (login) => {
  const people = await client`select from people`
  await isOut(await signIn(open, login), 'domain_not_allowed')
  expect(await client`select from people`).toHaveLength(people.length)
})

test('[SEC-3] without domains, only people who are known come in', async () => {
  await isOut(await signIn(closed, 'outsider'), 'person_unknown')
  expect(await client`select from people where email = 'eve@other.example'`).toHaveLength(0)
  expect(await me((await signIn(closed, 'contractor')).browser, closed)).toMatchObject({ email: 'carl@other.example', role: 'viewer' })
})

test('[OPS-5] who came in, and who was kept out and why, stands in the audit trail', async () => {
  const lines = () => client`select action, reason, after ->> 'with' as way from audit order by id desc limit 1`
  await isOut(await signIn(closed, 'outsider'), 'person_unknown')
  expect(await lines()).toEqual([{ action: 'person.sign_in_failed', reason: 'person unknown', way: 'oidc' }])
  await signIn(open, 'twin')
  expect(await lines()).toEqual([{ action: 'person.signed_in', reason: null, way: 'oidc' }])
})

test('[SEC-3] the way back works once, and only in the browser that began it', async () => {
  const browser = new Browser()
  const back = await comeBack(browser, open, 'ada')
  const elsewhere = new Browser()
  expect((await elsewhere.call('GET', back)).headers.location).toBe('/sign-in?refused=expired')
  const other = await comeBack(elsewhere, open, 'newcomer')
  expect((await browser.call('GET', other)).headers.location).toBe('/sign-in?refused=expired')
  expect((await browser.call('GET', back.replace(/state=[^&]+/, 'state=another'))).headers.location).toBe('/sign-in?refused=expired')
  expect((await browser.call('GET', back)).headers.location).toBe('/')
  expect((await browser.call('GET', back)).headers.location).toBe('/sign-in?refused=expired')
  for (const query of ['', '?code=x', '?state=x', '?error=access_denied', '?code=a&state=b&iss=c'])
    expect((await new Browser().call('GET', `${open}${callbackPath}${query}`)).headers.location).toMatch(/^\/sign-in\?refused=(expired|failed)$/)
})

const soon = () => Math.floor(Date.now() / 1000)
test.each<[string, Parameters<typeof provider.tamper>[0]]>([
  ['signed by somebody else', ({ otherKey }) => ({ key: otherKey })],
  ['of another sign-in (nonce)', ({ claims }) => ({ claims: { ...claims, nonce: 'another' } })],
  ['without a nonce', ({ claims: { nonce: _nonce, ...claims } }) => ({ claims })],
  ['for another client', ({ claims }) => ({ claims: { ...claims, aud: 'another' } })],
  ['of another issuer', ({ claims }) => ({ claims: { ...claims, iss: 'https://evil.example' } })],
  ['that has expired', ({ claims }) => ({ claims: { ...claims, exp: soon() - 3600 } })],
  ['of somebody else than the one asked about', ({ claims }) => ({ claims: { ...claims, sub: 'newcomer' } })],
  ['that is missing', () => 'no id token'],
])('[SEC-3] an id token %s signs nobody in', async (_, how) => {
  provider.tamper(how)
  try {
    await isOut(await signIn(open, 'ada'), 'failed')
  } finally {
    provider.tamper(null)
  }
})

test('[SEC-3] claims in a token that is in order are taken from it', async () => {
  provider.tamper(({ claims }) => ({ claims: { ...claims, email: 'eve@other.example', email_verified: true } }))
  try {
    await isOut(await signIn(open, 'ada'), 'domain_not_allowed')
  } finally {
    provider.tamper(null)
  }
})

test('[SEC-3] who gives up at the provider, or has no address there, is told so', async () => {
  await isOut(await signIn(open, ''), 'cancelled')
  for (const login of ['nameless', 'broken']) await isOut(await signIn(open, login), 'failed')
})

test('[SEC-3] nobody is sent to a page of somebody else', async () => {
  for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/sign-in?next=https://evil.example'])
    expect((await signIn(open, 'ada', next)).at).toBe('/')
})

test('[SEC-3] the start is limited by address, whatever a client says of its own', async () => {
  const attempt = (n: number) => start(new Browser(), open, {}, { 'x-forwarded-for': `198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}`, 'x-muster-address': `198.51.100.${n}` })
  const answers = await Promise.all(Array.from({ length: 13 }, (_, n) => attempt(n)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  const late = answers.find(({ status }) => status === 429)!
  expect(late.body).toContain('too_many_attempts')
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
})

test('[SEC-5] the start is refused from a page of somebody else', async () => {
  expect((await start(new Browser(), open, {}, { origin: 'https://evil.example' })).status).toBe(403)
})

test('the sign-in page is told what it can offer', async () => {
  const offered = async (base: string) => JSON.parse((await new Browser().call('GET', `${base}/api/v1/sign-in`)).body) as unknown
  expect(await offered(open)).toEqual({ oidc: { name: 'Example login' } })
  expect(await offered(closed)).toEqual({ oidc: { name: 'Sign in with OpenID' } })
})

test('a provider that is away keeps nobody from a password, and is used again when it is back', async () => {
  provider.goAway(true)
  const { url } = await startServer(await createDatabase(), { ...provider.environment, MUSTER_ADMIN_EMAIL: ada.email, MUSTER_ADMIN_PASSWORD: ada.password })
  const browser = new Browser()
  const refused = await start(browser, url)
  expect([refused.status, refused.body]).toEqual([503, expect.stringContaining('provider_unavailable')])
  expect((await browser.call('GET', `${url}${callbackPath}?code=x&state=y`)).headers.location).toBe('/sign-in?refused=provider_unavailable')
  expect((await browser.call('POST', `${url}/api/v1/sign-in`, { body: ada })).status).toBe(200)
  provider.goAway(false)
  await vi.waitFor(async () => expect((await start(browser, url)).status).toBe(200))
})

test('a provider that says to be another one is not used', async () => {
  const issuer = provider.issuer.replace('127.0.0.1', 'localhost')
  const { url } = await startServer(await createDatabase(), { ...provider.environment, MUSTER_OIDC_ISSUER: issuer })
  expect((await start(new Browser(), url)).status).toBe(503)
})

test('where it is not set up, there is nothing to start, and nothing to come back to', async () => {
  const { url } = await startServer(await createDatabase())
  const browser = new Browser()
  expect((await start(browser, url)).status).toBe(404)
  expect((await browser.call('GET', `${url}${callbackPath}?code=x&state=y`)).headers.location).toBe('/sign-in?refused=not_set_up')
  expect((await browser.call('GET', `${url}/api/v1/sign-in`)).body).toBe('{"oidc":null}')
})
