import { beforeAll, expect, test } from 'vitest'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { changesOf, endedAgo, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { readConfig } from '../config.ts'
import { deleteSession } from './delete-session.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { readSession } from './read-session.ts'
import { recordContextQuery } from './record-context-query.ts'
import { reportUsage } from './report-usage.ts'
import { sweepSessions } from './sweep-sessions.ts'

const days = 86_400_000
const margin = 60_000
let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})

async function endedFor(ms: number, input = {}) {
  const { id } = await registered(ctx, input)
  await reportUsage(ctx, id, { source: 'agent', inputTokens: 1, delta: { series: 's', interval: '1' } })
  await recordContextQuery(ctx, id, { path: 'src' })
  await endSession(ctx, id, { status: 'complete' })
  await endedAgo(client, id, ms)
  return id
}
const shown = async (as: Context = ctx) => (await listSessions(as, { limit: 1000 })).items.map(({ id }) => id)
const withRetention = (sessionRetentionMs: number): Context => ({ ...ctx, settings: { ...ctx.settings, sessionRetentionMs } })
const everything = ['sessions', 'session_beats', 'session_usage', 'usage_intervals', 'context_queries'] as const
const rowsOf = async (id: string) => {
  const counts = await Promise.all(
    everything.map((table) => client`select from ${client(table)} where ${client(table === 'sessions' ? 'id' : 'session_id')} = ${id}`),
  )
  return Object.fromEntries(everything.map((table, at) => [table, counts[at]!.length]))
}

test('[SES-10] an ended session is shown until 7 days after its end and not from then on, with no sweep run', async () => {
  const before = await endedFor(7 * days - margin)
  const after = await endedFor(7 * days)
  expect((await readSession(ctx, before)).session.id).toBe(before)
  await expect(readSession(ctx, after)).rejects.toMatchObject({ code: 'session_not_found' })
  const ids = await shown()
  expect([ids.includes(before), ids.includes(after)]).toEqual([true, false])
  const { total } = await listSessions(ctx, { limit: 1000, status: ['complete'] })
  expect(total!.count).toBe(ids.length)
  for (const write of [deleteSession(ctx, after), endSession(ctx, after, { status: 'complete' })])
    await expect(write).rejects.toMatchObject({ code: 'session_not_found' })
  expect((await rowsOf(after)).sessions).toBe(1)
})

test('[SES-10] active sessions are never hidden nor swept, however old', async () => {
  const { id } = await registered(ctx)
  await client`update sessions set started_at = clock_timestamp() - interval '400 days' where id = ${id}`
  await client`update session_beats set last_beat_at = clock_timestamp() - interval '400 days' where session_id = ${id}`
  await sweepSessions(withRetention(1))
  expect((await readSession(withRetention(1), id)).session.liveness.verdict).toBe('dead')
  expect(await shown(withRetention(1))).toContain(id)
})

test('[SES-10] the time is a setting', async () => {
  expect(readConfig({ NODE_ENV: 'test' }).settings.sessionRetentionMs).toBe(7 * days)
  expect(readConfig({ NODE_ENV: 'test', MUSTER_SESSION_RETENTION_DAYS: '0.5' }).settings.sessionRetentionMs).toBe(days / 2)
  const id = await endedFor(days)
  await expect(readSession(withRetention(days), id)).rejects.toMatchObject({ code: 'session_not_found' })
  expect((await readSession(withRetention(days + margin), id)).session.id).toBe(id)
})

test('[SES-10] a sweep removes hidden sessions with what hangs off them; owners stay in the history of threads', async () => {
  const hidden = await endedFor(7 * days, { name: 'Grace' })
  const kept = await endedFor(7 * days - margin)
  const { version } = (await client`select version::int from sessions where id = ${hidden}`)[0]!
  expect((await rowsOf(hidden)).usage_intervals).toBe(1)
  while ((await sweepSessions(ctx)) > 0);
  expect(await rowsOf(hidden)).toEqual({ sessions: 0, session_beats: 0, session_usage: 0, usage_intervals: 0, context_queries: 0 })
  expect(await rowsOf(kept)).toEqual({ sessions: 1, session_beats: 1, session_usage: 1, usage_intervals: 1, context_queries: 1 })
  const history = await client`select session_name, released_as from reservations where session_id = ${hidden}`
  expect(history).toMatchObject([{ session_name: 'Grace', released_as: 'complete' }])
  expect((await changesOf(client, hidden)).at(-1)).toEqual({ version: (version as number) + 1, body: null })
})

test('[SES-10] a sweep takes a bounded batch, oldest first, and says how many', async () => {
  const ids = [await endedFor(9 * days), await endedFor(10 * days), await endedFor(8 * days)]
  expect(await sweepSessions(ctx, 2)).toBe(2)
  expect(await Promise.all(ids.map(async (id) => (await rowsOf(id)).sessions))).toEqual([0, 0, 1])
  expect(await sweepSessions(ctx, 2)).toBe(1)
  expect(await sweepSessions(ctx, 2)).toBe(0)
})

test('[SES-10] two sweepers at once remove each session once, with one tombstone', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => endedFor(8 * days)))
  let removed = 0
  const sweeper = async () => {
    for (let count = -1; count !== 0; removed += Math.max(count, 0)) count = await sweepSessions(ctx, 2)
  }
  await Promise.all([sweeper(), sweeper()])
  removed += await sweepSessions(ctx)
  expect(removed).toBe(ids.length)
  for (const id of ids) expect((await changesOf(client, id)).filter(({ body }) => body === null)).toHaveLength(1)
})

test('[SES-10] a sweeper does not wait for a session that somebody holds: it takes the others', async () => {
  const [busy, free] = [await endedFor(9 * days), await endedFor(8 * days)]
  const held = await holdRows(client, `select from sessions where id = '${busy}' for update`)
  expect(await sweepSessions(ctx)).toBe(1)
  await held.release()
  expect([(await rowsOf(busy)).sessions, (await rowsOf(free)).sessions]).toEqual([1, 0])
  expect(await sweepSessions(ctx)).toBe(1)
})

test('[SES-10] an ended session may be deleted early, an active one never', async () => {
  const ended = await endedFor(0)
  await deleteSession(ctx, ended)
  expect((await rowsOf(ended)).sessions).toBe(0)
  expect((await changesOf(client, ended)).at(-1)!.body).toBeNull()
  await expect(deleteSession(ctx, ended)).rejects.toMatchObject({ code: 'session_not_found' })

  const { id } = await registered(ctx)
  await expect(deleteSession(ctx, id)).rejects.toMatchObject({ code: 'session_active' })
  expect((await readSession(ctx, id)).holds).toHaveLength(1)
})
