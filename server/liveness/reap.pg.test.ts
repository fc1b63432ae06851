import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ReapSessions } from '../../contract/liveness.ts'
import { type Client } from '../../db/client.ts'
import { anna, as, trail } from '../../test/audit.ts'
import { testContext } from '../../test/context.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { changesOf, register, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { readSession } from '../sessions/read-session.ts'
import { abandonLongDead } from './abandon-long-dead.ts'
import { beatSession } from './beat-session.ts'
import { clearBreaker, readBreaker, watchBreaker } from './breaker.ts'
import { reapSessions } from './reap-sessions.ts'

let ctx: Context
let operator: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
  operator = as(ctx, anna)
})
beforeEach(async () => {
  await client`truncate sessions cascade`
  await client`update reservations set released_at = clock_timestamp(), released_as = 'complete' where released_at is null`
  await client`update breaker set tripped_at = null, holds_until = null, cleared_at = null`
})

const silentFor = (ids: string[], ms: number) =>
  client`update session_beats set last_beat_at = clock_timestamp() - ${ms} * interval '1 ms' where session_id = any(${ids})`
const gone = (ids: string[]) =>
  client`insert into process_sightings (session_id, probers, gone_at, gone_reason) select unnest(${ids}::text[]), '{}', clock_timestamp(), 'process_gone'`
const fleet = (count: number, workspace = 'shop') => Promise.all(Array.from({ length: count }, async () => (await registered(ctx, { workspace })).id))
const statusOf = async (id: string) => (await readSession(ctx, id)).session.status
const reap = (input: Partial<ReapSessions> = {}, as = operator) => reapSessions(as, { reason: 'cleaning up', ...input })
/** Long dead, so that the breaker has no part in it. */
const longDead = 3_600_000

test('[LIV-8] reap abandons the dead and only them, says how many, why and by whom', async () => {
  const [alive, quiet, dead, unknown] = [...(await fleet(3)), (await registered(ctx, { beats: false })).id] as [string, string, string, string]
  await silentFor([quiet], 30_000)
  await silentFor([dead], longDead)
  expect(await reap()).toEqual({ abandoned: 1, heldBack: 0 })
  expect(await Promise.all([alive, quiet, dead, unknown].map(statusOf))).toEqual(['active', 'active', 'abandoned', 'active'])
  expect((await readSession(ctx, dead)).session).toMatchObject({ endedBy: 'person Anna', endReason: 'cleaning up' })
  expect(await client`select from reservations where session_id = ${dead} and released_at is null`).toHaveLength(0)
  const [entry] = await trail(ctx, { action: 'sessions.reaped' })
  expect(entry).toMatchObject({ actorName: 'Anna', reason: 'cleaning up', after: { abandoned: 1, heldBack: 0 } })
  await expect(beatSession(ctx, dead)).rejects.toMatchObject({ code: 'session_ended', details: { endedBy: 'person Anna', reason: 'cleaning up' } })
})

test('[LIV-8] of one thread, of one workspace: no other is touched', async () => {
  const here = await register(ctx, { workspace: 'shop' })
  const [beside] = (await fleet(1)) as [string]
  const [elsewhere] = (await fleet(1, 'docs')) as [string]
  await silentFor([here.session.id, beside, elsewhere], longDead)
  expect(await reap({ workspace: 'docs', thread: here.session.thread })).toEqual({ abandoned: 0, heldBack: 0 })
  expect(await reap({ workspace: 'shop', thread: here.session.thread })).toEqual({ abandoned: 1, heldBack: 0 })
  expect(await Promise.all([here.session.id, beside, elsewhere].map(statusOf))).toEqual(['abandoned', 'active', 'active'])
  expect(await reap({ workspace: 'shop' })).toEqual({ abandoned: 1, heldBack: 0 })
  expect(await statusOf(elsewhere)).toBe('active')
  await expect(reap({ thread: 'a' })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('[LIV-8] several that reap at once abandon each dead session once, and their counts add up', async () => {
  const ids = await fleet(40)
  await silentFor(ids, longDead)
  const counts = await Promise.all(Array.from({ length: 5 }, () => reap()))
  expect(counts.reduce((sum, { abandoned }) => sum + abandoned, 0)).toBe(40)
  expect(await trail(ctx, { action: 'session.ended', target: ids.slice(0, 40) })).toHaveLength(40)
  for (const id of ids.slice(0, 5)) expect((await changesOf(client, id)).filter(({ body }) => body!.status === 'abandoned')).toHaveLength(1)
})

test('[LIV-13] a late beat against a reap, the beat first: it lives, and the reap passes it over', async () => {
  const [id] = (await fleet(1)) as [string]
  await silentFor([id], longDead)
  const beating = await holdRows(client, `update session_beats set last_beat_at = clock_timestamp() where session_id = '${id}'`)
  const reaping = reap()
  await beating.awaited()
  await beating.release()
  expect(await reaping).toEqual({ abandoned: 0, heldBack: 0 })
  expect(await statusOf(id)).toBe('active')
})

test('[LIV-13] a late beat against a reap, the reap first: the beat is told', async () => {
  const [id] = (await fleet(1)) as [string]
  await silentFor([id], longDead)
  // Holds the reap up after it has judged and closed the row, at its change row of the end.
  const held = await holdRows(client, 'lock table audit in share mode')
  const reaping = reap()
  await held.awaited()
  const beat = beatSession(ctx, id).then(() => 'beat', (error: { code: string }) => error.code)
  await held.awaited(2)
  await held.release()
  expect(await reaping).toEqual({ abandoned: 1, heldBack: 0 })
  expect(await beat).toBe('session_ended')
})

test('[LIV-13] many late beats against reaps: each session is either abandoned or beaten, never both', async () => {
  const ids = await fleet(30)
  await silentFor(ids, longDead)
  const [beats, ...reaped] = await Promise.all([
    Promise.all(ids.map((id) => beatSession(ctx, id).then(() => 'active', () => 'abandoned'))), reap(), reap(),
  ])
  expect(await Promise.all(ids.map(statusOf))).toEqual(beats)
  expect(reaped.reduce((sum, { abandoned }) => sum + abandoned, 0)).toBe(beats.filter((state) => state === 'abandoned').length)
})

test('[LIV-7] who stayed dead for the grace period is abandoned; who is unknown or dead for less is not, and off is off', async () => {
  const [recent, long] = (await fleet(2)) as [string, string]
  const unknown = await registered(ctx, { beats: false })
  await client`update sessions set started_at = '2020-01-01' where id = ${unknown.id}`
  await silentFor([recent], 45_000 + 890_000)
  await silentFor([long], 45_000 + 900_001)
  expect(await abandonLongDead({ ...ctx, settings: { ...ctx.settings, deadGraceMs: null } })).toBe(0)
  expect(await abandonLongDead(ctx)).toBe(1)
  expect(await Promise.all([recent, long, unknown.id].map(statusOf))).toEqual(['active', 'abandoned', 'active'])
  expect((await readSession(ctx, long)).session.endReason).toBe('stayed dead for 15 min (heartbeat_expired)')
})

test('[LIV-7] the grace is judged again under the lock: one that came back and died again meanwhile is not long dead', async () => {
  const [id] = (await fleet(1)) as [string]
  await silentFor([id], longDead)
  const held = await holdRows(client, `update session_beats set last_beat_at = clock_timestamp() - interval '50 s' where session_id = '${id}'`)
  const sweeping = abandonLongDead(ctx)
  await held.awaited()
  await held.release()
  expect(await sweeping).toBe(0)
  expect(await statusOf(id)).toBe('active')
})

test.each([
  ['five of ten, freshly dead', 10, 5, 50_000, true],
  ['four of eight', 8, 4, 50_000, false],
  ['five of eleven', 11, 5, 50_000, false],
  ['five of ten, dead for longer than one timeout', 10, 5, 90_001, false],
  ['all six', 6, 6, 46_000, true],
])('[LIV-10] %s', async (_, active, dead, silence, holds) => {
  const ids = await fleet(active)
  await silentFor(ids.slice(0, dead), silence)
  // No sweep has looked: it holds all the same.
  expect(await reap()).toEqual(holds ? { abandoned: 0, heldBack: dead } : { abandoned: dead, heldBack: 0 })
  expect((await readBreaker(ctx)).holds).toBe(false)
})

test('[LIV-10] once noticed it is announced, audited, and holds a timeout longer than its cause; other deaths are not held back', async () => {
  const ids = await fleet(10)
  await silentFor(ids.slice(0, 6), 50_000)
  expect(await watchBreaker(operator)).toEqual({ was: 'tripped', dead: 6, active: 10 })
  expect(await watchBreaker(operator)).toEqual({ was: null, dead: 6, active: 10 })
  const [told] = await client`select body, workspace from changes where topic = 'breaker' order by id desc limit 1`
  expect(told).toMatchObject({ workspace: null, body: { holds: true, dead: 6, active: 10, clearedAt: null } })
  expect(told!.body).toMatchObject({ version: (await readBreaker(ctx)).version })
  expect(await trail(ctx, { action: 'breaker.tripped' })).toHaveLength(1)

  await silentFor(ids.slice(0, 6), longDead)
  expect(await watchBreaker(operator)).toMatchObject({ was: null })
  expect(await reap()).toEqual({ abandoned: 0, heldBack: 6 })
  expect(await abandonLongDead(ctx)).toBe(0)
  await gone(ids.slice(0, 1))
  expect(await reap()).toEqual({ abandoned: 1, heldBack: 5 })

  await client`update breaker set holds_until = clock_timestamp()`
  expect(await watchBreaker(operator)).toMatchObject({ was: 'over' })
  expect(await readBreaker(ctx)).toMatchObject({ holds: false, holdsUntil: null })
  expect(await watchBreaker(operator)).toMatchObject({ was: null })
  expect(await reap()).toEqual({ abandoned: 5, heldBack: 0 })
})

test('[LIV-10] it holds for the longest timeout of those who died', async () => {
  const ids = await Promise.all([45_000, 45_000, 45_000, 45_000, 600_000].map(async (timeoutMs) => (await registered(ctx, { timeoutMs })).id))
  await silentFor(ids.slice(0, 4), 46_000)
  await silentFor(ids.slice(4), 601_000)
  expect(await watchBreaker(operator)).toMatchObject({ was: 'tripped' })
  const [row] = await client`select holds_until > clock_timestamp() + interval '590 s' as long from breaker`
  expect(row!.long).toBe(true)
})

test('[LIV-10] an operator who clears it lets those be abandoned who had died by then, with a reason in the trail', async () => {
  const ids = await fleet(10)
  await silentFor(ids.slice(0, 5), 50_000)
  await watchBreaker(operator)
  const cleared = await clearBreaker(operator, { reason: 'the switch was replaced' })
  expect(cleared).toMatchObject({ holds: false, holdsUntil: null })
  expect(cleared).toEqual(await readBreaker(ctx))
  expect((await trail(ctx, { action: 'breaker.cleared' }))[0]).toMatchObject({ actorName: 'Anna', reason: 'the switch was replaced', before: { holds: true } })
  expect(await watchBreaker(operator)).toMatchObject({ was: null })
  expect(await reap()).toEqual({ abandoned: 5, heldBack: 0 })
})

test('[LIV-10] who dies after it was cleared counts again', async () => {
  const ids = await fleet(10)
  await client`update breaker set cleared_at = clock_timestamp() - interval '20 s'`
  await silentFor(ids.slice(0, 5), 60_000)
  expect(await reap()).toEqual({ abandoned: 0, heldBack: 5 })
})
