import { beforeAll, expect, test } from 'vitest'
import { type AttachedSession, type RegisteredSession } from '../../contract/sessions.ts'
import { makeAgent } from '../../test/agent.ts'
import { headersOf } from '../../test/api.ts'
import { attach } from '../../test/attach.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { registered } from '../../test/sessions.ts'
import { startServer, type TestServer } from '../../test/server.ts'
import { updateSession } from './update-session.ts'

let servers: [TestServer, TestServer]
let agent: Awaited<ReturnType<typeof makeAgent>>

beforeAll(async () => {
  const url = await createDatabase()
  agent = await makeAgent(url)
  servers = await Promise.all([startServer(url), startServer(url)])
})

async function post<Body>(server: TestServer, path: string, body: unknown, { as = agent.token, key }: { as?: string; key?: string } = {}) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { ...headersOf(as, server.url), 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Body }
}
const attacher = (given: object) => (_: unknown, at: number) =>
  post<AttachedSession>(servers[at % 2]!, '/sessions/attach', { ...given, labels: { [`l${at}`]: 'x' } })

test.each([
  ['external session id', { externalSessionId: 'e' }],
  ['client instance', { clientInstanceId: 'c' }],
  ['path', { worktreePath: '/work/race' }],
])('[SES-3] 32 that attach at once with one %s, through two server processes, get one session, which one of them made', async (_what, given) => {
  for (let round = 0; round < 3; round++) {
    const keyed = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, `${value}${round}`]))
    const answers = await Promise.all(Array.from({ length: 32 }, attacher(keyed)))
    expect(answers.map(({ status }) => status)).toEqual(Array(32).fill(200))
    expect(new Set(answers.map(({ body }) => body.session.id)).size).toBe(1)
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.secret !== null)).toHaveLength(1)
    const [row] = await agent.client`select count(*)::int as labels from jsonb_object_keys((select labels from sessions where id = ${answers[0]!.body.session.id}))`
    expect(row!.labels).toBe(32)
  }
})

test('[SES-3] [GEN-11] the attach lock comes first, and another workspace does not wait for it', async () => {
  const { ctx, client } = agent
  const held = await holdRows(client, `select pg_advisory_xact_lock(hashtextextended('attach shop', 0))`)
  const waits = attach(ctx, { workspace: 'shop', nativeActorKey: 'k', thread: 'line' })
  await held.awaited()
  expect(await client`select from threads where name = 'line'`).toHaveLength(0)
  expect((await attach(ctx, { workspace: 'docs', nativeActorKey: 'k' })).created).toBe(true)
  await held.release()
  expect((await waits).created).toBe(true)
})

test('[SES-3] a session that ended, or took another key, while its row was awaited is not attached', async () => {
  const { ctx, client } = agent
  for (const change of [`status = 'abandoned', completed_at = clock_timestamp()`, `external_session_id = 'other'`]) {
    const { id } = await registered(ctx, { externalSessionId: 'x' })
    const held = await holdRows(client, `select from sessions where id = '${id}' for update`)
    const attaching = attach(ctx, { externalSessionId: 'x', worktreePath: '/work/late' })
    await held.awaited()
    await held.other.unsafe(`update sessions set ${change} where id = '${id}'`)
    await held.release()
    const { created, session } = await attaching
    expect([created, session.id === id]).toEqual([true, false])
    await client`delete from sessions where id = ${session.id}`
  }
})

test('an update while an attach looks is not lost', async () => {
  const { ctx, client } = agent
  const { id } = await registered(ctx, { externalSessionId: 'both' })
  const held = await holdRows(client, `select from sessions where id = '${id}' for update`)
  const both = [attach(ctx, { externalSessionId: 'both', harness: 'h' }), updateSession(ctx, id, { model: 'm' })]
  await held.awaited(2)
  await held.release()
  await Promise.all(both)
  expect(await client`select model, harness from sessions where id = ${id}`).toMatchObject([{ model: 'm', harness: 'h' }])
})

test('[GEN-5] an attach repeated under its key is the same: one that made gets new secrets, one that found gets none', async () => {
  const given = { clientInstanceId: 'keyed' }
  const again = (key: string) => post<AttachedSession>(servers[0], '/sessions/attach', given, { key })
  const [made, repeated] = [await again('made'), await again('made')]
  const { id } = made.body.session
  expect([repeated.body.session.id, repeated.body.created, repeated.body.reservation?.generation]).toEqual([id, true, 1])
  const beat = (as: string) => post(servers[1], `/sessions/${id}/heartbeat`, {}, { as }).then(({ status }) => status)
  expect([await beat(made.body.secret!), await beat(repeated.body.secret!)]).toEqual([401, 200])
  const [found, foundAgain] = [await again('found'), await again('found')]
  expect(found.body).toMatchObject({ created: false, secret: null, reservation: null, session: { id } })
  expect(foundAgain.body).toEqual(found.body)
  expect(await beat(repeated.body.secret!)).toBe(200)
  const kept = JSON.stringify(await agent.client`select answer::text from idempotency_keys`)
  for (const { body } of [made, repeated]) for (const secret of [body.secret!, body.reservation!.token]) expect(kept).not.toContain(secret)
})

test("[SEC-2] a session's own secret attaches nothing", async () => {
  const { body } = await post<RegisteredSession>(servers[0], '/sessions', {})
  expect((await post(servers[0], '/sessions/attach', { sessionId: body.session.id }, { as: body.secret })).status).toBe(403)
})
