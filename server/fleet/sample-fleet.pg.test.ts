import { beforeAll, beforeEach, expect, test } from 'vitest'
import { FleetHistory, FleetHistoryQuery } from '../../contract/liveness.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { everyRow } from '../../test/every-row.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { deleteSession } from '../sessions/delete-session.ts'
import { endSession } from '../sessions/end-session.ts'
import { reportProgress } from '../sessions/report-progress.ts'
import { reportUsage } from '../sessions/report-usage.ts'
import { forgetSamples, forgetUsageSamples } from './forget-samples.ts'
import { readFleetHistory } from './read-fleet-history.ts'
import { sampleFleet, sampleMinute } from './sample-fleet.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})
beforeEach(() => client`truncate sessions, threads, reservations, fleet_samples cascade`)

/** The end of the minute so many minutes ago, as the database counts. */
const minutesAgo = async (minutes: number) =>
  (await client<{ at: string }[]>`select (date_trunc('minute', clock_timestamp(), 'UTC') - ${minutes} * interval '1 minute')::text as at`)[0]!.at
const usageAt = (id: string, minute: string, tokens: number, cost = tokens * 10) => client`
  insert into usage_samples (session_id, minute, tokens, cost_micro_usd) values (${id}, ${minute}, ${tokens}, ${cost})
  on conflict (session_id, minute) do update set tokens = excluded.tokens, cost_micro_usd = excluded.cost_micro_usd`
const rows = () => client`
  select workspace, alive, waiting, stalled, quiet, dead, unknown, tokens::int, cost_micro_usd::int as cost, conflicts::int, feed_lag_ms as lag
  from fleet_samples order by minute, workspace`
const history = (query: object = {}, as = ctx) => readFleetHistory(as, FleetHistoryQuery.parse(query))

test('a sample counts each active session by the one state that is shown, in its workspace', async () => {
  const beats = (id: string, ms: number) => client`update session_beats set last_beat_at = clock_timestamp() - ${ms} * interval '1 ms' where session_id = ${id}`
  const of = async (workspace: string, more = {}) => (await registered(ctx, { workspace, ...more })).id
  await of('shop')
  await reportProgress(ctx, await of('shop'), { waitingFor: 'permission' })
  const stalled = await of('shop')
  await client`update sessions set last_progress_at = clock_timestamp() - interval '1 hour' where id = ${stalled}`
  await beats(await of('shop'), 30_000)
  await beats(await of('shop'), 60_000)
  await of('docs', { beats: false })
  await endSession(ctx, await of('shop'), { status: 'complete' })
  expect(await sampleMinute(ctx, await minutesAgo(1), 17)).toBe(2)
  expect(await rows()).toMatchObject([
    { workspace: 'docs', alive: 0, waiting: 0, stalled: 0, quiet: 0, dead: 0, unknown: 1, tokens: 0, cost: 0, conflicts: 0, lag: 17 },
    { workspace: 'shop', alive: 1, waiting: 1, stalled: 1, quiet: 1, dead: 1, unknown: 0, lag: 17 },
  ])
})

test('usage is kept by minute as it is shown, the furthest of its sources', async () => {
  const { id } = await registered(ctx)
  await reportUsage(ctx, id, { source: 'agent', inputTokens: 100, outputTokens: 5, costMicroUsd: 7 })
  await reportUsage(ctx, id, { source: 'otel', inputTokens: 60, outputTokens: 20, cacheReadTokens: 1_000, costMicroUsd: 9 })
  const [last] = await client`select tokens::int, cost_micro_usd::int as cost from usage_samples where session_id = ${id} order by minute desc limit 1`
  expect(last).toEqual({ tokens: 120, cost: 9 })
  await client`update usage_samples set minute = minute - interval '1 hour'`
  await reportUsage(ctx, id, { source: 'otel', inputTokens: 60 })
  expect(await client`select from usage_samples where minute > clock_timestamp() - interval '30 minutes'`).toHaveLength(0)
  await reportUsage(ctx, id, { source: 'otel', inputTokens: 110 })
  expect(await client`select tokens::int from usage_samples where minute > clock_timestamp() - interval '30 minutes'`).toMatchObject([{ tokens: 130 }])
})

test('what was added in a minute is in the sample of that minute once, however often and by whomever it is taken', async () => {
  const { id } = await registered(ctx, { workspace: 'shop' })
  const other = (await registered(ctx, { workspace: 'shop' })).id
  const [third, second, first] = [await minutesAgo(3), await minutesAgo(2), await minutesAgo(1)]
  await usageAt(id, third, 100)
  await sampleMinute(ctx, third, 0)
  await usageAt(id, second, 150)
  await usageAt(other, second, 7)
  await Promise.all([sampleMinute(ctx, second, 0), sampleMinute(ctx, second, 0)])
  await sampleMinute(ctx, second, 0)
  await sampleMinute(ctx, first, 0)
  expect((await rows()).map(({ tokens, cost }) => [tokens, cost])).toEqual([[100, 1_000], [57, 570], [0, 0]])
  expect((await history()).lastHour).toEqual({ tokens: 157, costMicroUsd: 1_570 })
})

test('what committed after its minute was sampled, and what came while nobody sampled, is counted all the same', async () => {
  const { id } = await registered(ctx)
  const at = await Promise.all([9, 7, 5, 4, 3].map(minutesAgo))
  await usageAt(id, at[0]!, 10)
  await sampleMinute(ctx, at[0]!, 0)
  await usageAt(id, at[1]!, 20)
  await usageAt(id, at[2]!, 40)
  await sampleMinute(ctx, at[3]!, 0)
  expect((await rows()).map(({ tokens }) => tokens as number)).toEqual([10, 30])
  await usageAt(id, at[3]!, 45)
  await sampleMinute(ctx, at[4]!, 0)
  expect((await rows()).map(({ tokens }) => tokens as number)).toEqual([10, 35, 0])
})

test('what a session used counts in the minute in which it ended, and stays counted when it is deleted', async () => {
  const { id } = await registered(ctx)
  const [second, first] = [await minutesAgo(2), await minutesAgo(1)]
  await usageAt(id, second, 30)
  await endSession(ctx, id, { status: 'complete' })
  await sampleMinute(ctx, second, 0)
  await deleteSession(ctx, id)
  await sampleMinute(ctx, first, 0)
  expect(await rows()).toMatchObject([{ alive: 0, tokens: 30, cost: 300 }])
})

test('refusals are counted once, in the minute in which they are found', async () => {
  const { id } = await registered(ctx, { workspace: 'shop' })
  const refuse = (count: number) => client`update reservations set refused = refused + ${count} where session_id = ${id}`
  await refuse(3)
  await sampleMinute(ctx, await minutesAgo(3), 0)
  await sampleMinute(ctx, await minutesAgo(2), 0)
  await refuse(4)
  await Promise.all([sampleMinute(ctx, await minutesAgo(1), 0), sampleMinute(ctx, await minutesAgo(1), 0)])
  expect((await rows()).map(({ conflicts }) => conflicts as number)).toEqual([3, 0, 4])
})

test('a workspace that empties shows that once, and nothing after it', async () => {
  const { id } = await registered(ctx, { workspace: 'shop' })
  await sampleMinute(ctx, await minutesAgo(3), 0)
  await endSession(ctx, id, { status: 'complete' })
  await sampleMinute(ctx, await minutesAgo(2), 0)
  await sampleMinute(ctx, await minutesAgo(1), 0)
  expect((await rows()).map(({ alive }) => alive as number)).toEqual([1, 0])
})

test('the minute that is over is sampled, and only once', async () => {
  await registered(ctx)
  await sampleFleet(ctx, 0)
  await sampleFleet(ctx, 0)
  const taken = await client`select count(*)::int, count(distinct minute)::int as minutes, max(minute) < date_trunc('minute', clock_timestamp()) as over from fleet_samples`
  expect(taken[0]).toMatchObject({ over: true })
  expect(taken[0]!.count).toBe(taken[0]!.minutes)
})

async function fill(minutes: number, workspaces: string[]) {
  await client`
    insert into fleet_samples (minute, workspace, alive, waiting, stalled, quiet, dead, unknown, cost_micro_usd, tokens, conflicts, feed_lag_ms)
    select date_trunc('minute', clock_timestamp(), 'UTC') - n * interval '1 minute', w, 2, n % 2, 0, 0, 1, 0, 10, 3, 1, n % 100
    from generate_series(1, ${minutes}::int) n, unnest(${workspaces}::text[]) w`
}

test('a history is of one workspace or all together, by minute, merged where there are more than 360', async () => {
  await fill(1_500, ['shop', 'docs'])
  const before = await everyRow(client)
  const hour = await history({ minutes: 60 })
  expect(FleetHistory.parse(hour)).toEqual(hour)
  expect(hour.samples.length).toBeGreaterThanOrEqual(58)
  expect(hour.samples.length).toBeLessThanOrEqual(60)
  expect(hour.samples[5]).toMatchObject({ alive: 4, dead: 2, costMicroUsd: 20, tokens: 6, conflicts: 2 })
  expect(hour.samples.map(({ at }) => at)).toEqual(hour.samples.map(({ at }) => at).toSorted())
  expect(hour.lastHour.tokens).toBe(hour.samples.length * 6)
  expect((await history({ workspace: 'shop' })).samples[5]).toMatchObject({ alive: 2, tokens: 3 })
  expect((await history({ workspace: 'nowhere' })).samples).toEqual([])

  const day = await history({ minutes: 1_440 })
  expect(day.samples.length).toBeLessThanOrEqual(360)
  expect(day.samples.length).toBeGreaterThan(355)
  // Four minutes each: states are averages, sums are sums.
  expect(day.samples[100]).toMatchObject({ alive: 4, waiting: 1, tokens: 24, costMicroUsd: 80, conflicts: 8 })
  expect(day.breaker).toMatchObject({ holds: false, trippedAt: null })
  expect(await everyRow(client)).toEqual(before)
})

test('[SEC-2] who is limited to a workspace gets the history of that one, whatever is asked for', async () => {
  await fill(10, ['shop', 'docs'])
  const limited = { ...ctx, actor: { ...ctx.actor, workspace: 'docs' } }
  const { samples, lastHour } = await history({}, limited)
  expect(samples.at(-1)).toMatchObject({ alive: 2, tokens: 3 })
  expect(lastHour.tokens).toBe(30)
  const refused = await history({ workspace: 'shop' }, limited)
  expect([refused.samples, refused.lastHour]).toEqual([[], { costMicroUsd: 0, tokens: 0 }])
})

test('samples go after eight days, in batches; of a session that lives on the last one stays', async () => {
  await fill(5, ['shop'])
  await client`update fleet_samples set minute = minute - interval '8 days'`
  await fill(3, ['shop'])
  expect([await forgetSamples(ctx, 3), await forgetSamples(ctx, 3), await forgetSamples(ctx, 3)]).toEqual([3, 2, 0])
  expect(await rows()).toHaveLength(3)

  const { id } = await registered(ctx)
  for (const minutes of [12_000, 11_900, 11_800]) await usageAt(id, await minutesAgo(minutes), 1)
  expect([await forgetUsageSamples(ctx), await forgetUsageSamples(ctx)]).toEqual([2, 0])
  await usageAt(id, await minutesAgo(1), 2)
  expect(await forgetUsageSamples(ctx)).toBe(1)
})
