import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, type Client } from '../../db/client.ts'
import { agentActor, testContext } from '../../test/context.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { register, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { endSession } from '../sessions/end-session.ts'
import { readSession } from '../sessions/read-session.ts'
import { beatSession } from './beat-session.ts'
import { beatSessions } from './beat-sessions.ts'
import { mergeBeats } from './merge-beats.ts'

let url: string
let plain: Context
let merged: Context
let client: Client

beforeAll(async () => {
  url = await createDatabase()
  ;({ ctx: plain, client } = await testContext(url))
  merged = { ...plain, beats: mergeBeats(plain) }
})
beforeEach(() => client`update reception set since = '2000-01-01', touched_at = '2999-01-01'`)

const silentFor = (ids: string[], ms: number) =>
  client`update session_beats set last_beat_at = clock_timestamp() - ${ms} * interval '1 ms' where session_id = any(${ids})`
const lifeOf = async (id: string) => (await readSession(plain, id)).session.liveness
const fleet = (count: number) => Promise.all(Array.from({ length: count }, async () => (await registered(plain)).id))
const codes = async (ctx: Context, sessions: string[], allOrNothing = false) =>
  (await beatSessions(ctx, { sessions, allOrNothing })).items.map(({ sessionId, error }) => `${sessionId} ${error?.code ?? 'beat'}`)
const beatenSince = async (at: string) =>
  (await client<{ id: string }[]>`select session_id as id from session_beats where last_beat_at > ${at}`).map(({ id }) => id).toSorted()
const now = async () => (await client<{ at: string }[]>`select clock_timestamp()::text as at`)[0]!.at

describe.each(['alone', 'merged'])('%s', (how) => {
  const ctx = () => (how === 'merged' ? merged : plain)

  test('[API-3] a batch answers each in order, and one bad item does not spoil the rest', async () => {
    const [one, two] = (await fleet(2)) as [string, string]
    const ended = await registered(plain)
    await endSession(plain, ended.id, { status: 'merged', reason: 'done' })
    const stranger = await registered({ ...plain, actor: agentActor('stranger') })
    await silentFor([one, two], 60_000)
    expect(await codes(ctx(), [two, 'agent-nobody', stranger.id, ended.id, one, two])).toEqual([
      `${two} beat`, 'agent-nobody session_not_found', `${stranger.id} not_your_session`, `${ended.id} session_ended`, `${one} beat`, `${two} beat`,
    ])
    for (const id of [one, two]) expect(await lifeOf(id)).toMatchObject({ verdict: 'alive', life: 2 })
    const { items } = await beatSessions(ctx(), { sessions: [ended.id], allOrNothing: false })
    expect(items[0]!.error!.details).toMatchObject({ status: 'merged', endedBy: 'token tester', reason: 'done' })
  })

  test('[API-3] all or nothing: one that can not beat refuses them all, and none of them has beaten', async () => {
    const ids = await fleet(3)
    const before = await now()
    await expect(codes(ctx(), [...ids, 'agent-nobody'], true)).rejects.toMatchObject({ code: 'session_not_found', details: { id: 'agent-nobody' } })
    expect(await beatenSince(before)).toEqual([])
    expect(await codes(ctx(), ids, true)).toEqual(ids.map((id) => `${id} beat`))
    expect(await beatenSince(before)).toEqual(ids.toSorted())
  })

  test('[SEC-2] everybody’s limits hold for their own beats, though they share a statement', async () => {
    const [mine, { session: secretly }] = [await registered(plain, { workspace: 'shop' }), await register(plain, { workspace: 'shop' })]
    const actors = {
      owner: plain.actor,
      stranger: agentActor('stranger'),
      'same owner, elsewhere': { ...plain.actor, workspace: 'docs' },
      'same owner, here': { ...plain.actor, workspace: 'shop' },
      'its secret': { ...plain.actor, workspace: 'shop', sessionId: mine.id },
      'another secret': { ...plain.actor, workspace: 'shop', sessionId: secretly.id },
    }
    const said = await Promise.all(Object.entries(actors).map(async ([who, actor]) =>
      [who, await beatSession({ ...ctx(), actor }, mine.id).then(() => 'beat', (error: { code: string }) => error.code)]))
    expect(Object.fromEntries(said)).toEqual({
      owner: 'beat', stranger: 'not_your_session', 'same owner, elsewhere': 'session_not_found', 'same owner, here': 'beat',
      'its secret': 'beat', 'another secret': 'session_not_found',
    })
  })

  test('[LIV-6] a beat after the expiry is a life more, a beat in time is none, and the first beat ever is none', async () => {
    const [late, inTime] = (await fleet(2)) as [string, string]
    const first = await registered(plain, { beats: false })
    await silentFor([late], 45_001)
    await silentFor([inTime], 44_000)
    await codes(ctx(), [late, inTime, first.id])
    expect([await lifeOf(late), await lifeOf(inTime), await lifeOf(first.id)].map(({ life }) => life)).toEqual([2, 1, 1])
    await codes(ctx(), [late])
    expect((await lifeOf(late)).life).toBe(2)
  })

  test('[LIV-9] [LIV-6] silence while nobody could take beats costs no life', async () => {
    const [id] = (await fleet(1)) as [string]
    await silentFor([id], 3_600_000)
    await client`update reception set since = clock_timestamp() - interval '44 s', touched_at = clock_timestamp()`
    await beatSession(ctx(), id)
    expect((await lifeOf(id)).life).toBe(1)
    await silentFor([id], 3_600_000)
    await client`update reception set since = clock_timestamp() - interval '46 s', touched_at = clock_timestamp()`
    await beatSession(ctx(), id)
    expect((await lifeOf(id)).life).toBe(2)
    await silentFor([id], 3_600_000)
    await client`update reception set since = '2000-01-01', touched_at = clock_timestamp() - interval '6 s'`
    await beatSession(ctx(), id)
    expect((await lifeOf(id)).life).toBe(2)
  })

  test('[LIV-9] a beat that waited judges by how reception is after the wait', async () => {
    const [id] = (await fleet(1)) as [string]
    await silentFor([id], 3_600_000)
    await client`update reception set since = '2000-01-01', touched_at = clock_timestamp() - interval '6 s'`
    const held = await holdRows(client, `select from session_beats where session_id = '${id}' for update`)
    const beat = beatSession(ctx(), id)
    await held.awaited()
    await client`update reception set touched_at = '2999-01-01'`
    await held.release()
    await beat
    expect((await lifeOf(id)).life).toBe(2)
  })

  test('[GEN-1] a beat that waited for its row is dated after the wait', async () => {
    const [id] = (await fleet(1)) as [string]
    const held = await holdRows(client, `select from session_beats where session_id = '${id}' for update`)
    const beat = beatSession(ctx(), id)
    await held.awaited()
    const released = await held.release()
    await beat
    expect(await beatenSince(released)).toContain(id)
  })

  test('[LIV-13] a late beat against an end that holds the row: the end wins, and the beat is told how and by whom', async () => {
    const [id] = (await fleet(1)) as [string]
    await silentFor([id], 60_000)
    const held = await holdRows(client, `select from sessions where id = '${id}' for update; update session_beats set open = false where session_id = '${id}'`)
    const beat = beatSession(ctx(), id).then(() => 'beat', (error: { code: string; details: object }) => ({ code: error.code, ...error.details }))
    await held.awaited()
    await held.other`update sessions set status = 'abandoned', completed_at = clock_timestamp(), ended_by = 'token reaper', end_reason = 'dead' where id = ${id}`
    await held.release()
    expect(await beat).toMatchObject({ code: 'session_ended', status: 'abandoned', endedBy: 'token reaper', reason: 'dead' })
    expect(await lifeOf(id)).toMatchObject({ life: 1, verdict: 'ended' })
  })
})

test('a beat waits for nobody else’s row: the others of its batch land while one is held', async () => {
  const [held, ...others] = (await fleet(10)) as [string, ...string[]]
  const holder = await holdRows(client, `select from session_beats where session_id = '${held}' for update`)
  const before = await now()
  const waiting = beatSession(merged, held)
  await holder.awaited()
  await Promise.all([...others, ...others].map((id) => beatSession(merged, id)))
  expect(await beatenSince(before)).toEqual(others.toSorted())
  await holder.release()
  await waiting
  expect(await beatenSince(before)).toContain(held)
})

test('beats of one session through several processes at once all land', async () => {
  const [id] = (await fleet(1)) as [string]
  const processes = Array.from({ length: 4 }, () => ({ ...plain, beats: mergeBeats(plain) }))
  await Promise.all(Array.from({ length: 80 }, (_, n) => beatSession(processes[n % 4]!, id)))
  expect(await lifeOf(id)).toMatchObject({ verdict: 'alive', life: 1 })
})

test('only the statement of a beat commits without waiting for the disk', async () => {
  const { client: lone, close } = connect(url, 1)
  const { db } = connect(url, 1)
  const ctx: Context = { ...plain, db }
  const setting = async () => (await db.execute<{ synchronous_commit: string }>(sql`show synchronous_commit`))[0]!.synchronous_commit
  const [id] = (await fleet(1)) as [string]
  const before = await setting()
  expect(before).toBe('on')
  await lone.unsafe(`
    create table commits (how text);
    create function note_commit() returns trigger language plpgsql as $$ begin insert into commits values (current_setting('synchronous_commit')); return null; end $$;
    create trigger note_commit after update on session_beats for each row execute function note_commit()`)
  await beatSession(ctx, id)
  expect(await setting()).toBe('on')
  await db.transaction(async (tx) => {
    await beatSession({ ...ctx, db: tx, open: true }, id)
    expect((await tx.execute<{ synchronous_commit: string }>(sql`show synchronous_commit`))[0]!.synchronous_commit).toBe('on')
  })
  expect(await setting()).toBe('on')
  expect((await lone`select how from commits`).map(({ how }) => how as string)).toEqual(['off', 'on'])
  await lone.unsafe('drop trigger note_commit on session_beats')
  await close()
})
