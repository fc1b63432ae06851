import { beforeAll, describe, expect, test } from 'vitest'
import { Session } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { changesOf, register, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { listSessions } from './list-sessions.ts'
import { readSession } from './read-session.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})

const everyField = {
  name: 'Ada “the agent” \\ 1', workspace: 'shop/api', thread: 'feature/rate-limits', clientInstanceId: 'client-1',
  nativeActorKey: 'actor-1', nativeParentActorKey: 'actor-0', nativeInstanceKey: 'instance-1', externalSessionId: 'ext-1',
  provider: 'anthropic', model: 'opus', harness: 'claude-code', thinkingLevel: 'high', hostId: 'host-1',
  hostname: 'build-3.local', pid: 4711, processStartTime: '1731912345.67', bootId: 'boot-1', worktreePath: '/work trees/ä',
  executionRoot: '/private/1', baseState: 'c0ffee', anchorState: 'beef', anchorRoot: '/anchor', attachReason: "it's the only one",
  attachPrecedence: ['explicit:x:miss', 'path:/a:matched'], winningAttachRule: 'path', probeSource: 'ps',
  probeConfidence: 0.123456789012345, reportFlushState: 'flushed', labels: { team: 'red', 'a "quoted" key': '日本\n{}' },
  beats: false, timeoutMs: 5_000, stallMs: 86_400_000,
}

describe('[SES-1] what a session says of itself comes back from register, read, list and the change row', () => {
  let views: Record<string, Session>
  beforeAll(async () => {
    const session = await registered(ctx, everyField)
    views = {
      register: session,
      read: (await readSession(ctx, session.id)).session,
      list: (await listSessions(ctx, { limit: 1 })).items[0]!,
      change: (await changesOf(client, session.id))[0]!.body!,
    }
  })
  test.each(Object.entries(everyField))('%s', (field, value) => {
    for (const view of Object.values(views)) expect(view[field as keyof Session]).toEqual(value)
  })
  test('and the contract knows every field of it, and no field is missing', () => {
    for (const view of Object.values(views)) expect(Session.strict().parse(view)).toEqual(view)
  })
})

test('[SES-1] what nobody said is null, and usage that was never reported is null and not 0', async () => {
  const session = await registered(ctx)
  const withDefaults = ['name', 'workspace', 'thread', 'attachPrecedence', 'labels', 'beats', 'timeoutMs', 'stallMs']
  for (const field of Object.keys(everyField).filter((name) => !withDefaults.includes(name))) expect(session[field as keyof Session]).toBeNull()
  expect(session).toMatchObject({ attachPrecedence: [], labels: {}, beats: true, timeoutMs: 45_000, stallMs: 600_000, version: 1 })
  expect(session).toMatchObject({ name: session.id, workspace: 'default', status: 'active', completedAt: null, endedBy: null })
  expect(Object.values(session.usage)).toEqual([null, null, null, null, null, null, null])
  expect(session.editCount).toBe(0)
  expect(session.registeredBy).toBe('token tester')
})

test('[SES-2] without a thread it gets and holds its own; the token is shown once and kept as a hash only', async () => {
  const { session, reservation } = await register(ctx, { name: 'alone', workspace: 'w' })
  expect(session.thread).toBe(`agent/${session.id}`)
  expect(reservation).toMatchObject({ workspace: 'w', thread: session.thread, generation: 1 })
  expect(reservation!.token.length).toBeGreaterThanOrEqual(43)

  const detail = await readSession(ctx, session.id)
  expect(detail.holds).toMatchObject([{ workspace: 'w', thread: session.thread, generation: 1 }])
  const kept = await client`
    select to_jsonb(r)::text as text from reservations r where session_id = ${session.id}
    union all select to_jsonb(c)::text from changes c where entity = ${session.id}`
  expect(kept.length).toBe(2)
  const page = await listSessions(ctx, { limit: 100 })
  for (const text of [...kept.map((row) => String(row.text)), JSON.stringify(detail), JSON.stringify(page)])
    expect(text).not.toContain(reservation!.token)
  const [hash] = await client`select token_hash as hash from reservations where session_id = ${session.id}`
  const [sha] = await client`select encode(sha256(convert_to(${reservation!.token}, 'UTF8')), 'hex') as hex`
  expect(hash!.hash).toBe(sha!.hex)
})

test('[SES-2] naming a thread reserves nothing: several sessions may be there at once', async () => {
  const first = await register(ctx, { thread: 'shared' })
  const second = await register(ctx, { thread: 'shared' })
  expect(first.reservation).toBeNull()
  expect(second.reservation).toBeNull()
  expect(second.session.threadId).toBe(first.session.threadId)
  expect(await client`select from reservations r join threads t on t.id = r.thread_id where t.name = 'shared'`).toHaveLength(0)
  const [thread] = await client`select generation::int from threads where name = 'shared'`
  expect(thread!.generation).toBe(0)
})

test('[SES-2] registration is the first beat, unless the session says that it will not beat', async () => {
  const beating = await registered(ctx)
  expect(beating.liveness).toMatchObject({ verdict: 'alive', reason: 'heartbeat', since: beating.lastBeatAt })
  expect(beating.lastBeatAt).not.toBeNull()
  const silent = await registered(ctx, { beats: false })
  expect(silent).toMatchObject({ lastBeatAt: null, liveness: { verdict: 'unknown', reason: 'no_evidence', since: null }, progress: null })
})

test('[GEN-3] a registration is one change row of version 1, the very session that was answered', async () => {
  const session = await registered(ctx)
  const changes = await changesOf(client, session.id)
  expect(changes).toHaveLength(1)
  expect(changes[0]).toMatchObject({ version: 1, body: { ...session, liveness: { verdict: 'alive' } } })
})

test('[GEN-7] an id that is taken is tried again as another, and the attempt leaves nothing behind', async () => {
  const taken = await registered(ctx)
  const named = await register(ctx, { thread: 'named' }, () => 'agent-named')
  const ids = [taken.id, named.session.id, 'agent-free']
  const { session, reservation } = await register(ctx, {}, () => ids.shift()!)
  expect(session.id).toBe('agent-free')
  expect(reservation!.thread).toBe('agent/agent-free')
  expect(await client`select from threads where name = 'agent/agent-named'`).toHaveLength(0)
  expect((await readSession(ctx, taken.id)).session.version).toBe(1)
})

test('[GEN-7] ids that are always taken end as try_again, not as a loop without end', async () => {
  const taken = await registered(ctx)
  await expect(register(ctx, {}, () => taken.id)).rejects.toMatchObject({ code: 'try_again' })
})

test('[GEN-7] two registrations that draw one id at once become two sessions', async () => {
  const draws = ['agent-twin', 'agent-twin', 'agent-other', 'agent-third']
  const both = await Promise.all([register(ctx, {}, () => draws.shift()!), register(ctx, {}, () => draws.shift()!)])
  expect(new Set(both.map(({ session }) => session.id)).size).toBe(2)
})
