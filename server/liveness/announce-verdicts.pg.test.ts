import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Session } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { changesOf, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { endSession } from '../sessions/end-session.ts'
import { readSession } from '../sessions/read-session.ts'
import { announceVerdicts } from './announce-verdicts.ts'
import { beatSession } from './beat-session.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})
beforeEach(() => client`truncate sessions cascade`)

const silentFor = (id: string, ms: number) =>
  client`update session_beats set last_beat_at = clock_timestamp() - ${ms} * interval '1 ms' where session_id = ${id}`
const told = async (id: string) =>
  (await changesOf(client, id)).map(({ body }) => [body!.liveness.verdict, body!.progress] satisfies [string, Session['progress']])

test('a change of verdict by time alone is announced once, as a new version, and silence about it after that', async () => {
  const { id } = await registered(ctx, { timeoutMs: 3_600_000 })
  expect(await announceVerdicts(ctx)).toBe(0)
  await silentFor(id, 2_000_000)
  expect(await announceVerdicts(ctx)).toBe(1)
  expect(await announceVerdicts(ctx)).toBe(0)
  await silentFor(id, 4_000_000)
  expect(await announceVerdicts(ctx)).toBe(1)
  await beatSession(ctx, id)
  expect(await announceVerdicts(ctx)).toBe(1)
  expect(await announceVerdicts(ctx)).toBe(0)
  expect(await told(id)).toEqual([['alive', 'progressing'], ['quiet', 'progressing'], ['dead', null], ['alive', 'progressing']])
  expect((await changesOf(client, id)).map(({ version }) => version)).toEqual([1, 2, 3, 4])
  expect((await readSession(ctx, id)).session.version).toBe(4)
})

test('a stall is announced too', async () => {
  const { id } = await registered(ctx, { timeoutMs: 3_600_000, stallMs: 1_000 })
  await client`update sessions set last_progress_at = clock_timestamp() - interval '2 s' where id = ${id}`
  expect(await announceVerdicts(ctx)).toBe(1)
  expect(await told(id)).toEqual([['alive', 'progressing'], ['alive', 'stalled']])
})

test('the instant that it became so is computed from the evidence, not from when it was noticed', async () => {
  const { id } = await registered(ctx, { timeoutMs: 60_000 })
  await client`update session_beats set last_beat_at = '2026-01-01 00:00:00+00' where session_id = ${id}`
  await announceVerdicts(ctx)
  expect((await changesOf(client, id)).at(-1)!.body!.liveness).toMatchObject({
    verdict: 'dead', reason: 'heartbeat_expired', since: '2026-01-01T00:01:00+00:00',
  })
})

test('ended sessions and those that do not beat have nothing to announce', async () => {
  const ended = await registered(ctx)
  await endSession(ctx, ended.id, { status: 'complete' })
  await silentFor(ended.id, 4_000_000)
  await registered(ctx, { beats: false })
  expect(await announceVerdicts(ctx)).toBe(0)
})

test('two processes that look at once announce each change once between them', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => registered(ctx)))
  await Promise.all(all.map(({ id }) => silentFor(id, 60_000)))
  const rounds = await Promise.all(Array.from({ length: 6 }, () => announceVerdicts(ctx, 5)))
  let left = rounds.reduce((sum, count) => sum + count, 0)
  for (let count = -1; count !== 0; left += count) count = await announceVerdicts(ctx, 5)
  expect(left).toBe(20)
  for (const { id } of all) expect(await told(id)).toEqual([['alive', 'progressing'], ['dead', null]])
})

test('a session that somebody holds is passed over, not waited for, and announced in a later round', async () => {
  const [busy, free] = [await registered(ctx), await registered(ctx)]
  await silentFor(busy.id, 60_000)
  await silentFor(free.id, 60_000)
  const held = await holdRows(client, `select from sessions where id = '${busy.id}' for update`)
  expect(await announceVerdicts(ctx)).toBe(1)
  expect(await told(busy.id)).toHaveLength(1)
  await held.release()
  expect(await announceVerdicts(ctx)).toBe(1)
})

test('a round takes a bounded batch', async () => {
  for (let at = 0; at < 3; at++) await silentFor((await registered(ctx)).id, 60_000)
  expect([await announceVerdicts(ctx, 2), await announceVerdicts(ctx, 2), await announceVerdicts(ctx, 2)]).toEqual([2, 1, 0])
})

test('beats of many at once all land, and of one session the newest stays', async () => {
  const { id } = await registered(ctx)
  await silentFor(id, 60_000)
  await Promise.all(Array.from({ length: 10 }, () => beatSession(ctx, id)))
  expect((await readSession(ctx, id)).session.liveness.verdict).toBe('alive')
  expect(await changesOf(client, id)).toHaveLength(1)
})

test('one that said it would not beat and does so is alive from then on', async () => {
  const { id } = await registered(ctx, { beats: false })
  await beatSession(ctx, id)
  expect((await readSession(ctx, id)).session.liveness.verdict).toBe('alive')
})
