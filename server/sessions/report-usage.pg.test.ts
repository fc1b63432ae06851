import { beforeAll, expect, test } from 'vitest'
import { ReportUsage, type Usage, usageCounters, usageSources } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { changesOf, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { readSession } from './read-session.ts'
import { reportUsage } from './report-usage.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})

const max = Number.MAX_SAFE_INTEGER
const report = (id: string, input: Parameters<typeof ReportUsage.parse>[0]) => reportUsage(ctx, id, ReportUsage.parse(input))
const delta = (interval: string, series = 'tokens') => ({ delta: { series, interval } })
const bySource = async (id: string, source: string): Promise<Usage | undefined> =>
  (await readSession(ctx, id)).usageBySource.find((entry) => entry.source === source)?.usage

test.each(usageCounters)('[SES-6] %s merges by maximum: it grows, never falls, and leaves the other counters null', async (name) => {
  const { id } = await registered(ctx)
  for (const [said, shown] of [[5, 5], [3, 5], [0, 5], [8, 8], [8, 8], [max, max], [1, max]] as const)
    expect((await report(id, { [name]: said })).usage[name]).toBe(shown)
  const { usage } = (await readSession(ctx, id)).session
  expect(Object.entries(usage).filter(([, value]) => value !== null)).toEqual([[name, max]])
})

test('[SES-6] 0 that was reported is 0 and not null', async () => {
  const { id } = await registered(ctx)
  expect((await report(id, { toolCalls: 0 })).usage.toolCalls).toBe(0)
})

test('[SES-6] a repeat is harmless: no new version, no change row, not even an update of the row', async () => {
  const { id } = await registered(ctx)
  const first = await report(id, { inputTokens: 10, costMicroUsd: 4 })
  expect(first.version).toBe(2)
  const row = () => client`select xmin::text, * from session_usage where session_id = ${id}`
  const before = await row()
  for (const repeat of [{ inputTokens: 10, costMicroUsd: 4 }, { inputTokens: 9 }, {}]) expect(await report(id, repeat)).toEqual(first)
  expect(await row()).toEqual(before)
  expect(await changesOf(client, id)).toHaveLength(2)
})

test.each([2 ** 53, 2 ** 53 + 2, 1e300, 1.5])('[SES-6] %d is out_of_range and changes nothing', async (value) => {
  const { id } = await registered(ctx)
  await expect(report(id, { inputTokens: 1, outputTokens: value })).rejects.toMatchObject({ code: 'out_of_range', details: { field: 'outputTokens' } })
  expect(await readSession(ctx, id)).toMatchObject({ usageBySource: [], session: { version: 1 } })
})

test('[SES-6] sources are kept apart, and of each counter one source is shown, not their sum', async () => {
  const { id } = await registered(ctx)
  for (const [at, source] of usageSources.entries()) await report(id, { source, inputTokens: 100 + at, outputTokens: 50 - at })
  await report(id, { source: 'otel', costMicroUsd: 7 })
  const { session, usageBySource } = await readSession(ctx, id)
  expect(session.usage).toMatchObject({ inputTokens: 102, outputTokens: 50, costMicroUsd: 7, toolCalls: null })
  expect(usageBySource.map(({ source, usage }) => [source, usage.inputTokens, usage.outputTokens])).toEqual([
    ['agent', 100, 50], ['otel', 102, 48], ['status_line', 101, 49],
  ])
})

test('[SES-6] deltas add up, each once per source, series and interval', async () => {
  const { id } = await registered(ctx)
  await report(id, { source: 'otel', inputTokens: 10, ...delta('1') })
  const second = await report(id, { source: 'otel', inputTokens: 5, toolCalls: 1, ...delta('2') })
  expect(second.usage).toMatchObject({ inputTokens: 15, toolCalls: 1 })
  const resent = await report(id, { source: 'otel', inputTokens: 5, toolCalls: 1, ...delta('2') })
  expect(resent).toEqual(second)
  expect((await report(id, { source: 'otel', inputTokens: 1, ...delta('2', 'other series') })).usage.inputTokens).toBe(16)
  await report(id, { source: 'agent', inputTokens: 3, ...delta('2') })
  expect((await bySource(id, 'agent'))!.inputTokens).toBe(3)
  expect((await bySource(id, 'otel'))!.inputTokens).toBe(16)
  expect(await changesOf(client, id)).toHaveLength(5)
})

test('[SES-6] racers that resend one interval add it once, racers with different intervals add each', async () => {
  const { id } = await registered(ctx)
  await Promise.all(Array.from({ length: 8 }, () => report(id, { inputTokens: 7, ...delta('same') })))
  expect((await bySource(id, 'agent'))!.inputTokens).toBe(7)
  await Promise.all(Array.from({ length: 8 }, (_, at) => report(id, { inputTokens: 1, ...delta(`own ${at}`) })))
  expect((await bySource(id, 'agent'))!.inputTokens).toBe(15)
})

test('[SES-6] [GEN-2] a delta that would pass 2^53-1 is refused whole, so the interval can be sent again', async () => {
  const { id } = await registered(ctx)
  await report(id, { inputTokens: max - 1, toolCalls: 1 })
  const over = { inputTokens: 2, toolCalls: 1, ...delta('1') }
  await expect(report(id, over)).rejects.toMatchObject({ code: 'out_of_range', details: { field: 'inputTokens' } })
  expect(await bySource(id, 'agent')).toMatchObject({ inputTokens: max - 1, toolCalls: 1 })
  expect(await client`select from usage_intervals where session_id = ${id}`).toHaveLength(0)
  expect((await report(id, { ...over, inputTokens: 1 })).usage).toMatchObject({ inputTokens: max, toolCalls: 2 })
})
