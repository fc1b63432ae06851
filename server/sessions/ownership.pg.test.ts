import { beforeAll, expect, test } from 'vitest'
import { type ErrorAnswer } from '../../contract/errors.ts'
import { type RegisteredSession, type SessionDetail, type SessionPage } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { type Credentials, apiOf } from '../../test/api.ts'
import { testContext } from '../../test/context.ts'
import { everyRow } from '../../test/every-row.ts'
import { signedIn } from '../../test/people.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { startServer, type TestServer } from '../../test/server.ts'
import { type Context } from '../context.ts'
import { makeToken } from '../tokens/make-token.ts'

let server: TestServer
let ctx: Context
let client: Client
const secrets = { owner: '', stranger: '', shop: '', web: '' }
let operator: Credentials

beforeAll(async () => {
  const url = await createDatabase()
  ;({ ctx, client } = await testContext(url))
  const make = async (name: string, workspace?: string) => (await makeToken(ctx, { name, role: 'agent', workspace })).secret
  Object.assign(secrets, { owner: await make('owner'), stranger: await make('stranger'), shop: await make('shop', 'shop'), web: await make('web', 'web') })
  operator = { cookie: (await signedIn(ctx, 'operator')).cookie }
  server = await startServer(url)
})

const as = (credentials: Credentials) => apiOf(server.url, credentials)
const register = async (credentials: Credentials, given: object = {}) => (await as(credentials)<RegisteredSession>('POST', '/sessions', given)).body
/** Everything but who leads the loops, which the server writes by itself. */
/** Without what a server writes by the clock. */
const rows = async () => ({ ...(await everyRow(client)), leaders: [], reception: [], server_processes: [], fleet_samples: [] })
const codeOf = (body: unknown) => (body as Partial<ErrorAnswer>).error?.code
const calls: [method: string, rest: string, body?: object][] = [
  ['GET', ''], ['PATCH', '', { model: 'm' }], ['POST', '/heartbeat'], ['POST', '/progress', { activity: 'x' }],
  ['POST', '/usage', { inputTokens: 1 }], ['POST', '/context-queries', { path: 'src' }], ['POST', '/end', { status: 'merged' }],
]

test('[SEC-2] the secret that a registration answered speaks for that session, and is kept as a hash only', async () => {
  const { session, secret } = await register(secrets.owner, { workspace: 'shop' })
  expect(secret).toMatch(/^mss_[\w-]{43}$/)
  expect((await as(secret)('GET', '/me')).body).toMatchObject({ kind: 'token', name: 'owner', role: 'agent', workspace: 'shop' })
  for (const [method, rest, body] of calls) expect((await as(secret)(method, `/sessions/${session.id}${rest}`, body)).status, rest).toBe(200)
  expect(codeOf((await as(secret)('POST', `/sessions/${session.id}/heartbeat`)).body)).toBe('session_ended')
  await as(secrets.stranger)('POST', `/sessions/${session.id}/end`, { reason: secret.slice(0, 3) })
  const kept = JSON.stringify(await rows())
  expect(kept).toContain(session.id)
  expect(kept).not.toContain(secret.slice(4))
  expect(server.log() + server.out()).not.toContain(secret.slice(4))
  const changes = await client`select body::text from changes`
  expect(JSON.stringify(changes)).not.toMatch(/secret|hash|owner_?id/i)
})

test("[SEC-2] another agent reads a session and can not write to it, and the refusal changes nothing", async () => {
  const { session } = await register(secrets.owner)
  const before = await rows()
  for (const [method, rest, body] of calls) {
    const answer = await as(secrets.stranger)(method, `/sessions/${session.id}${rest}`, body)
    expect(method === 'GET' ? answer.status : codeOf(answer.body), rest).toBe(method === 'GET' ? 200 : 'not_your_session')
  }
  expect(await rows()).toEqual(before)
  expect((await as(operator)('POST', `/sessions/${session.id}/end`, { status: 'abandoned', reason: 'stuck' })).body).toMatchObject({ endedBy: 'person operator' })
  // That it is another's is said before how it ended: nothing more is told than the list tells.
  expect(codeOf((await as(secrets.stranger)('POST', `/sessions/${session.id}/heartbeat`)).body)).toBe('not_your_session')
  expect(codeOf((await as(secrets.owner)('POST', `/sessions/${session.id}/heartbeat`)).body)).toBe('session_ended')
})

test("[SEC-2] another workspace's session answers byte for byte as one that never was, whoever owns it", async () => {
  const here = [await register(secrets.shop), await register(secrets.owner, { workspace: 'shop' })]
  const ended = await register(secrets.shop)
  await as(secrets.shop)('POST', `/sessions/${ended.session.id}/end`, { status: 'merged' })
  const nobody = 'agent-aaaaaaaaaaaaaaaaaaaa'
  for (const [method, rest, body] of calls) {
    const text = async (id: string) => {
      const answer = await as(secrets.web)(method, `/sessions/${id}${rest}`, body)
      return JSON.stringify([answer.status, answer.body]).replaceAll(id, 'ID')
    }
    const missing = await text(nobody)
    for (const { session } of [...here, ended]) expect(await text(session.id), `${method} ${rest}`).toBe(missing)
  }
  expect(await client`select from context_queries where session_id = ${here[0]!.session.id}`).toHaveLength(0)
})

test('[SEC-2] a limited token registers in its workspace, named or not, and nowhere else', async () => {
  expect((await register(secrets.shop)).session.workspace).toBe('shop')
  expect((await register(secrets.shop, { workspace: 'shop' })).session.workspace).toBe('shop')
  expect((await register(secrets.owner)).session.workspace).toBe('default')
  const before = await rows()
  const refused = await as(secrets.shop)('POST', '/sessions', { workspace: 'web' })
  expect([refused.status, codeOf(refused.body)]).toEqual([403, 'wrong_workspace'])
  expect(await rows()).toEqual(before)
})

test('[SEC-2] lists, totals, counts and pages hold nothing of another workspace, whatever is asked for', async () => {
  await Promise.all(Array.from({ length: 3 }, () => register(secrets.web)))
  const all = (await as(secrets.web)<SessionPage>('GET', '/sessions')).body
  expect(new Set(all.items.map(({ workspace }) => workspace))).toEqual(new Set(['web']))
  const [own] = await client`select count(*)::int as count from sessions where workspace = 'web'`
  expect(all.total).toEqual({ count: own!.count as number, capped: false })
  expect((await as(secrets.web)<SessionPage>('GET', '/sessions?workspace=shop')).body).toMatchObject({ items: [], total: { count: 0 } })
  const first = (await as(secrets.web)<SessionPage>('GET', '/sessions?limit=1')).body
  const second = (await as(secrets.web)<SessionPage>('GET', `/sessions?limit=100&cursor=${first.nextCursor}`)).body
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all.items.map(({ id }) => id))
  const counts = JSON.stringify((await as(secrets.web)('GET', '/sessions/counts')).body)
  expect(counts).toContain(`"alive":{"count":${own!.count as number}`)
  expect((await as(secrets.web)<{ items: { name: string }[] }>('GET', '/workspaces')).body.items.map(({ name }) => name)).toEqual(['web'])
})

test("[SES-7] a context query is noted for one's own active session only", async () => {
  const { session } = await register(secrets.owner)
  const ask = (credentials: Credentials) => as(credentials)('POST', `/sessions/${session.id}/context-queries`, { path: 'src' })
  expect((await ask(secrets.owner)).status).toBe(200)
  expect(codeOf((await ask(secrets.stranger)).body)).toBe('not_your_session')
  await as(secrets.owner)('POST', `/sessions/${session.id}/end`, {})
  expect((await ask(secrets.owner)).status).toBe(200)
  expect((await as(secrets.owner)<SessionDetail>('GET', `/sessions/${session.id}`)).body.contextQueries).toHaveLength(1)
})

test('a session whose owner nobody knows is ended by operators only', async () => {
  const { session } = await register(secrets.owner)
  await client`update sessions set owner_id = null where id = ${session.id}`
  expect(codeOf((await as(secrets.owner)('POST', `/sessions/${session.id}/end`, {})).body)).toBe('not_your_session')
  expect((await as(operator)('POST', `/sessions/${session.id}/end`, { reason: 'nobody else can' })).status).toBe(200)
})
