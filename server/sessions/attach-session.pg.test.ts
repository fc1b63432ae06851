import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client } from '../../db/client.ts'
import { attach } from '../../test/attach.ts'
import { agentActor, testContext } from '../../test/context.ts'
import { everyRow } from '../../test/every-row.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { changesOf, register, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { endSession } from './end-session.ts'
import { readSession } from './read-session.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})
beforeEach(() => client`truncate sessions, threads cascade`)

const silentFor = (id: string, ms: number) =>
  client`update session_beats set last_beat_at = clock_timestamp() - ${ms} * interval '1 ms' where session_id = ${id}`
const path = '/work/shop'

test('[SES-3] nothing known: a session is made, with its secret, its own thread and the trail of what was tried', async () => {
  const made = await attach(ctx, { externalSessionId: 'e', nativeActorKey: 'k', nativeInstanceKey: 'i', worktreePath: path, probeConfidence: 0.5 })
  expect(made).toMatchObject({
    created: true, secret: expect.stringMatching(/^mss_/) as string, reservation: { thread: `agent/${made.session.id}`, generation: 1 },
  })
  expect(made.session).toMatchObject({
    status: 'active', workspace: 'default', beats: true, timeoutMs: 45_000, stallMs: 600_000, probeConfidence: 0.5, winningAttachRule: null,
    attachPrecedence: [
      'session_id::skipped', 'external_session_id:e:miss', 'native_actor_key:k:miss', 'client_instance_id::skipped',
      'native_instance_key:i:miss', `worktree_path:${path}:miss`,
    ],
    attachReason: 'Made, because no active session has this external session id, nor this native actor key, nor this native instance key at its path, nor this worktree path.',
  })
  expect((await readSession(ctx, made.session.id)).session).toMatchObject({ attachPrecedence: made.session.attachPrecedence })
})

const matches = [
  ['external_session_id', { externalSessionId: 'e' }, { externalSessionId: 'e', clientInstanceId: 'other', worktreePath: '/elsewhere' }, 'external_session_id:e:matched'],
  ['native_actor_key', { nativeActorKey: 'k' }, { externalSessionId: 'new', nativeActorKey: 'k' }, 'native_actor_key:k:matched'],
  ['client_instance_id', { clientInstanceId: 'c' }, { clientInstanceId: 'c', worktreePath: '/elsewhere' }, 'client_instance_id:c:matched'],
  ['native_instance_key', { nativeInstanceKey: 'i', worktreePath: path }, { nativeInstanceKey: 'i', worktreePath: '/work/./shop/' }, 'native_instance_key:i:matched'],
  ['worktree_path', { worktreePath: path }, { worktreePath: '/work/shop/src/..', nativeActorKey: 'new' }, `worktree_path:${path}:matched`],
] as const
test.each(matches)('[SES-3] an active session is found by %s', async (rule, has, asks, last) => {
  const before = await registered(ctx, { ...has, name: 'first', model: 'old' })
  await registered(ctx, { name: 'nobody' })
  const found = await attach(ctx, { ...asks, model: 'new', thread: 'another/thread' })
  expect(found).toMatchObject({ created: false, secret: null, reservation: null })
  expect(found.session).toMatchObject({ id: before.id, name: 'first', model: 'new', thread: before.thread, threadId: before.threadId, winningAttachRule: rule })
  expect(found.session.attachPrecedence.at(-1)).toBe(last)
  expect(found.session.attachReason).toMatch(/^Found by its .*\.$/)
  expect((await changesOf(client, before.id)).at(-1)!.body).toEqual(found.session)
  const { timeline, holds } = await readSession(ctx, before.id)
  expect(timeline[0]).toMatchObject({ kind: 'attached', subject: last })
  expect(holds).toMatchObject([{ thread: before.thread }])
  expect(await client`select from sessions`).toHaveLength(2)
})

test('[SES-3] an explicit id is found whatever else is said, and nothing else is tried', async () => {
  const { id } = await registered(ctx)
  await registered(ctx, { externalSessionId: 'e' })
  const { session } = await attach(ctx, { sessionId: id, externalSessionId: 'e' })
  expect(session).toMatchObject({ id, externalSessionId: 'e', winningAttachRule: 'session_id', attachPrecedence: [`session_id:${id}:matched`] })
})

test('[SES-3] an explicit id that is unknown, ended or of another workspace is an error, and makes nothing', async () => {
  const { id } = await registered(ctx, { worktreePath: path })
  await endSession(ctx, id, { status: 'complete' })
  const there = await registered(ctx, { workspace: 'shop' })
  const before = await everyRow(client)
  await expect(attach(ctx, { sessionId: 'agent-nobody' })).rejects.toMatchObject({ code: 'session_not_found' })
  await expect(attach(ctx, { sessionId: id, worktreePath: path })).rejects.toMatchObject({ code: 'session_ended' })
  await expect(attach(ctx, { sessionId: there.id })).rejects.toMatchObject({ code: 'session_not_found' })
  expect(await everyRow(client)).toEqual(before)
  expect((await attach(ctx, { sessionId: there.id, workspace: 'shop' })).session.id).toBe(there.id)
})

test('[SES-3] the first rule that hits wins', async () => {
  const byPath = await registered(ctx, { worktreePath: path })
  const byInstance = await registered(ctx, { worktreePath: path, nativeInstanceKey: 'i', nativeParentActorKey: 'p' })
  const byActor = await registered(ctx, { nativeActorKey: 'k' })
  const byExternal = await registered(ctx, { externalSessionId: 'e' })
  const all = { externalSessionId: 'e', nativeActorKey: 'k', nativeInstanceKey: 'i', worktreePath: path }
  const winners = []
  for (const { id } of [byExternal, byActor, byInstance, byPath]) {
    // Each takes the keys with it, and is gone for the next.
    const { session } = await attach(ctx, { externalSessionId: all.externalSessionId, nativeActorKey: 'k', nativeInstanceKey: 'i', worktreePath: path })
    winners.push([session.id === id, session.winningAttachRule])
    await client`update sessions set status = 'complete', completed_at = clock_timestamp() where id = ${session.id}`
  }
  expect(winners).toEqual([[true, 'external_session_id'], [true, 'native_actor_key'], [true, 'native_instance_key'], [true, 'worktree_path']])
})

test('[SES-3] with a client instance id the actor key is skipped, and a miss makes a session at once', async () => {
  await registered(ctx, { nativeActorKey: 'k', nativeInstanceKey: 'i', worktreePath: path })
  const { created, session } = await attach(ctx, { clientInstanceId: 'c', nativeActorKey: 'k', nativeInstanceKey: 'i', worktreePath: path })
  expect(created).toBe(true)
  expect(session.attachPrecedence).toEqual(['session_id::skipped', 'external_session_id::skipped', 'native_actor_key:k:skipped', 'client_instance_id:c:miss'])
})

const others = [{ nativeActorKey: 'theirs' }, { nativeInstanceKey: 'theirs' }, { externalSessionId: 'theirs' }] as const
test.each(others)('[SES-3] the session at that path belongs to another actor (%o): claimed, and one is made', async (theirs) => {
  const taken = await registered(ctx, { worktreePath: path, ...theirs })
  const mine = Object.fromEntries(Object.keys(theirs).map((name) => [name, 'mine']))
  const { created, session } = await attach(ctx, { worktreePath: path, ...mine })
  expect([created, session.attachPrecedence.at(-1), session.winningAttachRule]).toEqual([true, `worktree_path:${path}:claimed`, null])
  expect(session.attachReason).toBe(`Made, because the session at ${path} belongs to another actor.`)
  expect((await readSession(ctx, taken.id)).session).toEqual(taken)
})

test('[SES-3] the path finds a root session only, only for a root, only the single one, and only where it is one place', async () => {
  const last = async (input: object) => {
    const { created, session } = await attach(ctx, { worktreePath: path, ...input })
    if (created) await client`delete from sessions where id = ${session.id}`
    return [created, session.attachPrecedence.at(-1)]
  }
  const child = await registered(ctx, { worktreePath: path, nativeParentActorKey: 'p' })
  expect(await last({})).toEqual([true, `worktree_path:${path}:miss`])
  const root = await registered(ctx, { worktreePath: path, hostId: 'here' })
  expect(await last({ nativeParentActorKey: 'p' })).toEqual([true, `worktree_path:${path}:skipped`])
  expect(await last({ hostId: 'elsewhere' })).toEqual([true, `worktree_path:${path}:miss`])
  expect(await last({ hostId: 'here' })).toEqual([false, `worktree_path:${path}:matched`])
  await registered(ctx, { worktreePath: path })
  expect(await last({})).toEqual([true, `worktree_path:${path}:miss`])
  expect((await readSession(ctx, child.id)).session.winningAttachRule).toBeNull()
  expect((await readSession(ctx, root.id)).session.winningAttachRule).toBe('worktree_path')
})

test('[SES-3] an instance key counts at its own path only', async () => {
  await registered(ctx, { nativeInstanceKey: 'i', worktreePath: '/elsewhere' })
  const { session } = await attach(ctx, { nativeInstanceKey: 'i', worktreePath: path })
  expect(session.attachPrecedence.slice(-2)).toEqual(['native_instance_key:i:miss', `worktree_path:${path}:miss`])
  const pathless = await attach(ctx, { nativeInstanceKey: 'i' })
  expect(pathless.session.attachPrecedence.slice(-2)).toEqual(['native_instance_key:i:skipped', 'worktree_path::skipped'])
})

test('[SES-3] of several the newest-started wins, and only active ones of the workspace are looked at', async () => {
  const older = await registered(ctx, { nativeActorKey: 'k' })
  const newer = await registered(ctx, { nativeActorKey: 'k' })
  await client`update sessions set started_at = clock_timestamp() + interval '1 hour' where id = ${older.id}`
  expect((await attach(ctx, { nativeActorKey: 'k' })).session.id).toBe(older.id)
  await endSession(ctx, older.id, { status: 'merged' })
  expect((await attach(ctx, { nativeActorKey: 'k' })).session.id).toBe(newer.id)
  expect((await attach(ctx, { nativeActorKey: 'k', workspace: 'shop' })).created).toBe(true)
  await endSession(ctx, newer.id, { status: 'abandoned' })
  expect((await attach(ctx, { nativeActorKey: 'k' })).created).toBe(true)
})

test('[SEC-2] attaching finds only sessions of the same owner, and one of another by its id is refused', async () => {
  const stranger = { ...ctx, actor: agentActor('stranger') }
  const keys = { externalSessionId: 'e', nativeActorKey: 'k', nativeInstanceKey: 'i', worktreePath: path }
  const theirs = await registered(stranger, keys)
  const mine = await attach(ctx, keys)
  expect(mine.created).toBe(true)
  expect(mine.session.attachPrecedence.filter((tried) => !/:(miss|skipped)$/.test(tried))).toEqual([])
  await expect(attach(ctx, { sessionId: theirs.id })).rejects.toMatchObject({ code: 'not_your_session' })
  expect((await readSession(ctx, theirs.id)).session).toEqual(theirs)
  const limited = { ...ctx, actor: { ...ctx.actor, workspace: 'shop' } }
  await expect(attach(limited, { workspace: 'default' })).rejects.toMatchObject({ code: 'wrong_workspace' })
  expect((await attach(limited, keys)).session.workspace).toBe('shop')
})

test('[SES-3] [LIV-6] one dead of silence is found and comes back by the attach, unless it does not beat', async () => {
  const { id } = await registered(ctx, { nativeActorKey: 'k' })
  await silentFor(id, 60_000)
  expect((await readSession(ctx, id)).session.liveness.verdict).toBe('dead')
  const back = await attach(ctx, { nativeActorKey: 'k' })
  expect([back.created, back.session.id, back.session.liveness.verdict, back.session.liveness.reason]).toEqual([false, id, 'alive', 'heartbeat'])

  const mute = await registered(ctx, { nativeActorKey: 'm', beats: false })
  const again = await attach(ctx, { nativeActorKey: 'm' })
  expect(again.session).toMatchObject({ id: mute.id, beats: false, lastBeatAt: null, liveness: { verdict: 'unknown' } })
  expect((await attach(ctx, { nativeActorKey: 'm', beats: true })).session).toMatchObject({ id: mute.id, beats: true, liveness: { verdict: 'alive' } })
})

test('[SES-3] [LIV-6] a death by its process is not undone by an attach, only by a new process', async () => {
  const process = { hostId: 'h', pid: 10, processStartTime: 'a' }
  const { id } = await registered(ctx, { nativeActorKey: 'k', ...process })
  await client`
    insert into process_sightings (session_id, probers, seen_at, gone_at, gone_reason)
    values (${id}, '{server}', clock_timestamp(), clock_timestamp(), 'process_gone')`
  expect((await attach(ctx, { nativeActorKey: 'k', ...process })).session).toMatchObject({ id, liveness: { verdict: 'dead', reason: 'process_gone' } })
  expect((await attach(ctx, { nativeActorKey: 'k', ...process, pid: 11, processStartTime: 'b' })).session).toMatchObject({ id, pid: 11, liveness: { verdict: 'alive' } })
})

test('[SES-3] [SES-11] what is found keeps what was not said: limits, labels, edit count', async () => {
  const { session } = await register(ctx, { nativeActorKey: 'k', timeoutMs: 9_000, stallMs: 5_000, labels: { a: '1' }, model: 'm' })
  await client`update sessions set edit_count = 7 where id = ${session.id}`
  const found = (await attach(ctx, { nativeActorKey: 'k', labels: { b: '2' } })).session
  expect(found).toMatchObject({ timeoutMs: 9_000, stallMs: 5_000, model: 'm', editCount: 7, labels: { a: '1', b: '2' }, startedAt: session.startedAt })
})

test('[SES-3] values as long as they may be are recorded, cut at their beginning', async () => {
  const long = { externalSessionId: '😀'.repeat(100), worktreePath: `/${'ü😀'.repeat(1_365)}` }
  const made = await attach(ctx, long)
  const found = await attach(ctx, { worktreePath: long.worktreePath })
  expect([made.created, found.created]).toEqual([true, false])
  for (const tried of [...made.session.attachPrecedence, ...found.session.attachPrecedence]) expect(tried.length).toBeLessThanOrEqual(500)
  expect(found.session.attachPrecedence.at(-1)).toMatch(/^worktree_path:….*😀:matched$/u)
})
