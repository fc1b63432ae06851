import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type z } from 'zod'
import { type Operation, type OperationId, operations } from '../../contract/operations.ts'
import { makeAgent } from '../../test/agent.ts'
import { headersOf } from '../../test/api.ts'
import { startOidcProvider } from '../../test/oidc-provider.ts'
import { signedIn } from '../../test/people.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { startServer, type TestServer } from '../../test/server.ts'

let server: TestServer
let token: string
let admin: string
const called = new Set<OperationId>()

beforeAll(async () => {
  const url = await createDatabase()
  const provider = await startOidcProvider(['http://127.0.0.1:1'], {})
  afterAll(provider.stop)
  server = await startServer(url, provider.environment)
  const agent = await makeAgent(url)
  token = agent.token
  admin = (await signedIn(agent.ctx, 'admin')).cookie
})

type Call = { params?: Record<string, string>; query?: string; body?: object; cookie?: string; token?: string }
type Answer<Id extends OperationId> = z.infer<(typeof operations)[Id]['answer']>

/** Calls one operation over HTTP and holds its answer against the contract, down to fields that it does not name. */
async function call<Id extends OperationId>(id: Id, { params = {}, query = '', body, cookie, token: theirs = token }: Call = {}) {
  const operation: Operation = operations[id]
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!)
  const response = await fetch(`${server.url}/api/v1${path}${query}`, {
    method: operation.method,
    redirect: 'manual',
    headers: { ...headersOf(cookie ? { cookie } : theirs, server.url), ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
  const answer = (operation.streams ? await response.text() : await response.json()) as Answer<Id>
  expect(response.status, JSON.stringify(answer)).toBe(operation.status)
  expect(operation.answer.parse(answer)).toEqual(answer)
  called.add(id)
  return { answer, cookie: response.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ') }
}

test('[API-1] [SES-1] a session from its registration to its end, every answer as the contract says', async () => {
  const said = { name: 'Ada', labels: { team: 'réd "x"' }, probeConfidence: 0.3, pid: 7, attachPrecedence: ['a:b:miss'], timeoutMs: 5_000 }
  const { session, reservation, secret } = (await call('registerSession', { body: said })).answer
  expect(session).toMatchObject(said)
  const params = { id: session.id }
  await call('updateSession', { params, body: { model: 'opus' } })
  await call('beatSession', { params })
  await call('reportProgress', { params, body: { activity: 'reads', waitingFor: 'a key' } })
  await call('reportUsage', { params, body: { inputTokens: 5, delta: { series: 's', interval: '1' } } })
  await call('recordContextQuery', { params, body: { path: 'src', scope: 'callers' } })
  const read = (await call('readSession', { params })).answer
  expect(read.session).toMatchObject({ ...said, model: 'opus', activity: 'reads', progress: 'waiting', version: 5 })
  const list = (await call('listSessions', { query: '?status=active&status=complete&q=ada&label=team&limit=1' })).answer
  expect(list.items).toMatchObject([{ id: session.id }])
  await call('endSession', { params, body: { status: 'merged', reason: 'in main' } })
  await call('readSession', { params })
  expect((await call('countSessions')).answer).toBeDefined()
  await call('deleteSession', { params, cookie: admin })
  expect((await call('listSessions')).answer.items).toEqual([])
  for (const hidden of [reservation!.token, secret]) expect(server.log() + server.out()).not.toContain(hidden)
})

test('[API-1] operators: every answer as the contract says', async () => {
  const cookie = admin
  const params = { id: (await call('registerSession', { body: {} })).answer.session.id }
  expect((await call('previewAbandon', { cookie, params })).answer.threads).toHaveLength(1)
  expect((await call('abandonSession', { cookie, params, body: { reason: 'stuck' } })).answer).toMatchObject({ status: 'abandoned', endedBy: 'person admin' })
  expect((await call('undoAbandon', { cookie, params, body: {} })).answer).toMatchObject({ status: 'active', undoUntil: null })
  const which = { ids: [params.id] }
  expect((await call('previewBulkAbandon', { cookie, body: { which } })).answer).toMatchObject({ count: { count: 1 }, threads: 1 })
  const { id } = (await call('startBulkAbandon', { cookie, body: { which, count: 1, reason: 'stuck' } })).answer
  const job = { cookie, params: { id } }
  await vi.waitFor(async () => expect((await call('readBulkJob', job)).answer).toMatchObject({ job: { state: 'done' }, items: [{ sessionId: params.id }] }), 20_000)
  expect((await call('undoBulkJob', job)).answer.items).toHaveLength(1)
  expect((await call('stopBulkJob', job)).answer.abandoned).toBe(1)
  expect((await call('listBulkJobs', { cookie })).answer.items).toMatchObject([{ id }])
})

test('[API-1] threads: every answer as the contract says', async () => {
  const session = { name: 'Ada', timeoutMs: 60_000 }
  const first = (await call('reserveThread', { body: { thread: 'feature/cache', session } })).answer
  const lost = (await call('reserveThread', { body: { thread: 'feature/cache', session } })).answer
  if (first.outcome !== 'reserved' || lost.outcome !== 'live_owner') throw new Error('the first has it, the second does not')
  const { id, threadId, token: held, generation } = first.reservation
  expect(lost.owner).toMatchObject({ sessionId: first.session.id, generation })
  await call('beatReservation', { params: { id }, body: { token: held } })
  expect((await call('listThreads', { query: '?state=owned&q=cache' })).answer.items).toMatchObject([{ id: threadId }])
  expect((await call('readThread', { params: { id: threadId } })).answer.history).toHaveLength(1)
  await call('setThreadAnchor', { cookie: admin, params: { id: threadId }, body: { anchor: 'main@1', reason: 'rebased' } })
  expect((await call('takeOverThread', { cookie: admin, params: { id: threadId }, body: { generation, reason: 'mine' } })).answer.owner).toBeNull()
  const again = (await call('reserveThread', { body: { thread: 'feature/cache', session, expectedAnchor: 'main@1' } })).answer
  if (again.outcome !== 'reserved') throw new Error('it is free')
  await call('releaseReservation', { params: { id: again.reservation.id }, body: { token: again.reservation.token, status: 'merged', anchor: 'main@2' } })
})

test('[API-1] attaching, beats, hosts and the fleet: every answer as the contract says', async () => {
  const { session } = (await call('attachSession', { body: { nativeActorKey: 'ada', worktreePath: '/src/./shop/' } })).answer
  expect((await call('attachSession', { body: { nativeActorKey: 'ada' } })).answer).toMatchObject({ created: false, session: { id: session.id, worktreePath: '/src/shop' } })
  expect((await call('findSession', { query: '?path=/src/shop' })).answer.session?.id).toBe(session.id)
  expect((await call('readActorChain', { params: { id: session.id } })).answer.chain).toMatchObject([{ id: session.id }])
  expect((await call('beatSessions', { body: { sessions: [session.id, 'nobody'] } })).answer.items).toMatchObject([{ error: null }, { error: { code: 'session_not_found' } }])
  await call('readFleetHistory')
  await call('reapSessions', { cookie: admin, body: { reason: 'tidy' } })
  await call('clearBreaker', { cookie: admin, body: { reason: 'looked' } })
  const { secret } = (await call('makeToken', { cookie: admin, body: { name: 'watcher', role: 'host', hostId: 'h1' } })).answer
  await call('listHostProcesses', { token: secret, params: { hostId: 'h1' }, query: '?bootId=b1' })
  await call('reportHost', { token: secret, params: { hostId: 'h1' }, body: { bootId: 'b1', processes: [] } })
})

test('[API-1] people: every answer as the contract says', async () => {
  const link = /sign-in\/link#(\S+)/.exec(server.out())![1]!
  await call('peekSignInLink', { body: { token: link } })
  const credentials = { email: 'ada@example.com', password: 'a long enough password' }
  await call('spendSignInLink', { body: { token: link, ...credentials } })
  expect((await call('describeSignIn')).answer.oidc).not.toBeNull()
  const started = (await call('startOidc', { body: { next: '/' } })).answer.url
  await call('finishOidc', { query: '?code=x&state=y&session_state=z' })
  expect(server.log()).not.toContain(new URL(started).searchParams.get('state'))
  const { cookie } = await call('signIn', { body: credentials })
  await call('whoAmI', { cookie })
  await call('signOut', { cookie })
})

test('[API-1] an admin: every answer as the contract says', async () => {
  const cookie = admin
  const made = (await call('makeToken', { cookie, body: { name: 'build-3', workspace: 'shop', expiresInMs: 60_000 } })).answer
  expect(made.token).toMatchObject({ name: 'build-3', role: 'agent', workspace: 'shop', createdBy: 'person admin', revokedAt: null })
  const listed = (await call('listTokens', { cookie })).answer
  expect(listed.items).toContainEqual(made.token)
  const revoked = (await call('revokeToken', { cookie, params: { id: made.token.id } })).answer
  expect(revoked).toMatchObject({ id: made.token.id, version: 2, revokedAt: expect.any(String) as string })
  expect((await call('revokeToken', { cookie, params: { id: made.token.id } })).answer).toEqual(revoked)

  const { person, link } = (await call('invitePerson', { cookie, body: { name: 'Bo', email: 'BO@example.com' } })).answer
  expect(person).toMatchObject({ name: 'Bo', email: 'bo@example.com', role: 'viewer', hasPassword: false, lastSignInAt: null })
  expect(link).toContain(`${server.url}/sign-in/link#`)
  const params = { id: person.id }
  expect((await call('makePersonLink', { cookie, params })).answer.link).not.toBe(link)
  expect((await call('changePerson', { cookie, params, body: { role: 'operator' } })).answer).toMatchObject({ name: 'Bo', role: 'operator' })
  expect((await call('listPeople', { cookie })).answer.items.map(({ name }) => name)).toContain('Bo')
  await call('removePerson', { cookie, params })
  expect((await call('listPeople', { cookie })).answer.items.map(({ name }) => name)).not.toContain('Bo')
  await call('listWorkspaces', { cookie })
  await call('readServerInfo', { cookie })
  await call('listAudit', { cookie })
  await call('exportAudit', { cookie })
  for (const hidden of [made.secret, link.split('#')[1]!]) expect(server.log() + server.out()).not.toContain(hidden)
})

test('[API-1] and no operation was left out', () => {
  expect([...called].toSorted()).toEqual(Object.keys(operations).toSorted())
})
