import { beforeAll, expect, test } from 'vitest'
import { type InvitedPerson } from '../../contract/people.ts'
import { type RegisteredSession } from '../../contract/sessions.ts'
import { type MadeToken } from '../../contract/tokens.ts'
import { makeAgent } from '../../test/agent.ts'
import { type Credentials, headersOf } from '../../test/api.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { signedIn } from '../../test/people.ts'
import { startServer, type TestServer } from '../../test/server.ts'

let servers: [TestServer, TestServer]
let agent: Awaited<ReturnType<typeof makeAgent>>
let admin: { cookie: string }

beforeAll(async () => {
  const url = await createDatabase()
  agent = await makeAgent(url)
  admin = await signedIn(agent.ctx, 'admin')
  servers = await Promise.all([startServer(url), startServer(url)])
})

async function post<Body>(server: TestServer, credentials: Credentials, path: string, body: unknown, key?: string) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { ...headersOf(credentials, server.url), 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Body & { error?: { code: string } } }
}

test('[GEN-5] a registration repeated at once through two processes is one session; the newest secret speaks for it', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => post<RegisteredSession>(servers[i % 2]!, agent.token, '/sessions', { name: 'once' }, 'reg-1')),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
  expect(new Set(answers.map(({ body }) => body.session.id)).size).toBe(1)
  expect(await agent.client`select from sessions where name = 'once'`).toHaveLength(1)

  const { id } = answers[0]!.body.session
  const last = await post<RegisteredSession>(servers[0], agent.token, '/sessions', { name: 'once' }, 'reg-1')
  expect(last.body.reservation).toMatchObject({ thread: `agent/${id}`, generation: 1 })
  const beats = await Promise.all([last, ...answers].map(({ body }) => post(servers[1], body.secret, `/sessions/${id}/heartbeat`, {})))
  expect(beats.map(({ status }) => status)).toEqual([200, ...Array<number>(12).fill(401)])
  const kept = await agent.client`select answer::text as text from idempotency_keys where key = 'reg-1'`
  for (const { body } of [last, ...answers]) {
    expect(kept[0]!.text).not.toContain(body.secret)
    expect(kept[0]!.text).not.toContain(body.reservation!.token)
  }
})

test('[GEN-5] a registration repeated after its session ended says so', async () => {
  const { body } = await post<RegisteredSession>(servers[0], agent.token, '/sessions', { name: 'ends' }, 'reg-2')
  await post(servers[0], agent.token, `/sessions/${body.session.id}/end`, {})
  expect(await post(servers[1], agent.token, '/sessions', { name: 'ends' }, 'reg-2')).toMatchObject({ status: 409, body: { error: { code: 'session_ended' } } })
})

test('[GEN-5] what a session looked up, sent many times under one key, is noted once', async () => {
  const { body } = await post<RegisteredSession>(servers[0], agent.token, '/sessions', { name: 'adds' })
  const path = `/sessions/${body.session.id}/context-queries`
  await Promise.all(Array.from({ length: 8 }, (_, i) => post(servers[i % 2]!, agent.token, path, { path: 'a.ts' }, 'query-1')))
  expect(await agent.client`select from context_queries where session_id = ${body.session.id}`).toHaveLength(1)
})

test('[GEN-5] another body, another address or another operation under a used key is a conflict', async () => {
  const first = await post<RegisteredSession>(servers[0], agent.token, '/sessions', { name: 'first' }, 'reg-3')
  const { id } = first.body.session
  for (const [path, body] of [['/sessions', { name: 'second' }], [`/sessions/${id}/end`, {}], [`/sessions/${id}/progress`, { name: 'first' }]] as const) {
    const { status } = await post(servers[1], agent.token, path, body, 'reg-3')
    expect([400, 409]).toContain(status)
  }
  expect((await post(servers[1], agent.token, `/sessions/${id}/end`, {}, 'reg-3')).body.error?.code).toBe('idempotency_conflict')
  expect(await agent.client`select from sessions where name = 'second' or (id = ${id} and status <> 'active')`).toHaveLength(0)
})

test('[GEN-5] a token and an invitation made twice under one key are one, and only the newest secret works', async () => {
  const [one, two] = [
    await post<MadeToken>(servers[0], admin, '/tokens', { name: 'keyed' }, 'tok-1'),
    await post<MadeToken>(servers[1], admin, '/tokens', { name: 'keyed' }, 'tok-1'),
  ]
  expect(two.body.token.id).toBe(one.body.token.id)
  expect((await post(servers[0], one.body.secret, '/sessions', {})).status).toBe(401)
  expect((await post(servers[0], two.body.secret, '/sessions', {})).status).toBe(201)

  const person = { name: 'Invited', email: 'invited@example.test' }
  const invitations = [
    await post<InvitedPerson>(servers[0], admin, '/people', person, 'inv-1'),
    await post<InvitedPerson>(servers[1], admin, '/people', person, 'inv-1'),
  ]
  expect(invitations.map(({ status }) => status)).toEqual([201, 201])
  const peeks = await Promise.all(
    invitations.map(({ body }) => post(servers[0], null, '/sign-in/link/peek', { token: body.link.split('#')[1] })),
  )
  expect(peeks.map(({ status }) => status)).toEqual([410, 200])
})

test("[GEN-5] [SEC-2] what one session was answered under a key is not told to another session's secret", async () => {
  const register = async (name: string) => (await post<RegisteredSession>(servers[0], agent.token, '/sessions', { name })).body
  const [mine, other] = [await register('mine'), await register('of the same token')]
  const path = `/sessions/${mine.session.id}/progress`
  const first = await post(servers[0], mine.secret, path, { activity: 'secret work' }, 'shared-1')
  expect(first.status).toBe(200)
  expect(await post(servers[1], mine.secret, path, { activity: 'secret work' }, 'shared-1')).toEqual(first)
  const asked = await post(servers[1], other.secret, path, { activity: 'secret work' }, 'shared-1')
  expect(asked).toMatchObject({ status: 404, body: { error: { code: 'session_not_found' } } })
})

test('[GEN-5] a key that is none is refused', async () => {
  expect(await post(servers[0], agent.token, '/sessions', {}, 'with space')).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } })
})
