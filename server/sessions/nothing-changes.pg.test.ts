import { beforeAll, expect, test } from 'vitest'
import { type ListSessions } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { everyRow } from '../../test/every-row.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { endedAgo, register, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { beatSession } from '../liveness/beat-session.ts'
import { deleteSession } from './delete-session.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { readSession } from './read-session.ts'
import { recordContextQuery } from './record-context-query.ts'
import { reportProgress } from './report-progress.ts'
import { reportUsage } from './report-usage.ts'
import { updateSession } from './update-session.ts'

const days = 86_400_000
let ctx: Context
let client: Client
const ids = { active: '', overdue: '', ended: '', hidden: '' }

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
  for (const name of Object.keys(ids) as (keyof typeof ids)[]) {
    ids[name] = (await registered(ctx, { name })).id
    await reportUsage(ctx, ids[name], { source: 'agent', inputTokens: 5, toolCalls: Number.MAX_SAFE_INTEGER })
    await recordContextQuery(ctx, ids[name], { path: name })
    if (name === 'ended' || name === 'hidden') await endSession(ctx, ids[name], { status: 'complete' })
  }
  await endedAgo(client, ids.hidden, 8 * days)
  await client`update session_beats set last_beat_at = clock_timestamp() - interval '1 day' where session_id = ${ids.overdue}`
})

const refused: [string, string, () => Promise<unknown>][] = [
  ['end an ended session otherwise', 'session_ended', () => endSession(ctx, ids.ended, { status: 'merged' })],
  ['end a hidden session', 'session_not_found', () => endSession(ctx, ids.hidden, { status: 'complete' })],
  ['end nobody', 'session_not_found', () => endSession(ctx, 'nobody', { status: 'complete' })],
  ['beat for an ended session', 'session_ended', () => beatSession(ctx, ids.ended)],
  ['beat for a hidden session', 'session_not_found', () => beatSession(ctx, ids.hidden)],
  ['update an ended session', 'session_ended', () => updateSession(ctx, ids.ended, { name: 'x', timeoutMs: 5_000 })],
  ['give too many labels', 'invalid_input', () => updateSession(ctx, ids.active, { name: 'x', timeoutMs: 5_000, labels: tooMany })],
  ['progress of an ended session', 'session_ended', () => reportProgress(ctx, ids.ended, { activity: 'x' })],
  ['usage of an ended session', 'session_ended', () => reportUsage(ctx, ids.ended, { source: 'agent', inputTokens: 9 })],
  ['usage out of range', 'out_of_range', () => reportUsage(ctx, ids.active, { source: 'agent', inputTokens: 9, toolCalls: 2 ** 53 })],
  ['a delta over the range', 'out_of_range', () => reportUsage(ctx, ids.active, { source: 'agent', inputTokens: 9, toolCalls: 1, delta: { series: 's', interval: 'i' } })],
  ['delete an active session', 'session_active', () => deleteSession(ctx, ids.active)],
  ['delete a hidden session', 'session_not_found', () => deleteSession(ctx, ids.hidden)],
  ['register under ids that are taken', 'try_again', () => register(ctx, { thread: 'new thread' }, () => ids.active)],
]
const tooMany = Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`k${at}`, 'v']))

test.each(refused)('[GEN-2] %s: %s, and no row of any table is touched', async (_what, code, run) => {
  const before = await everyRow(client)
  await expect(run()).rejects.toMatchObject({ code })
  expect(await everyRow(client)).toEqual(before)
})

const repeats: [string, () => Promise<unknown>][] = [
  ['the same end again', () => endSession(ctx, ids.ended, { status: 'complete', reason: 'another' })],
  ['usage that is not more', () => reportUsage(ctx, ids.active, { source: 'agent', inputTokens: 4 })],
  ['an update of nothing', () => updateSession(ctx, ids.active, {})],
  ['a context query of an ended session', () => recordContextQuery(ctx, ids.ended, { path: 'x' })],
  ['a context query of nobody', () => recordContextQuery(ctx, 'nobody', { path: 'x' })],
]

test.each(repeats)('[SES-4] [SES-6] [SES-7] [SES-11] %s is harmless: same rows, same versions, no change row', async (_what, run) => {
  const before = await everyRow(client)
  await run()
  expect(await everyRow(client)).toEqual(before)
})

const filters: Partial<ListSessions>[] = [{}, { status: ['active'] }, { liveness: ['dead'] }, { liveness: ['ended'] }, { progress: ['stalled'] }, { q: 'o' }]
const reads: [string, () => Promise<unknown>][] = [
  ...filters.map((filter): [string, () => Promise<unknown>] => [`a list by ${JSON.stringify(filter)}`, () => listSessions(ctx, { limit: 10, ...filter })]),
  ...(Object.keys(ids) as (keyof typeof ids)[]).map((name): [string, () => Promise<unknown>] => [
    `reading the ${name} one`,
    () => readSession(ctx, ids[name]).catch((error: unknown) => expect(error).toMatchObject({ code: 'session_not_found' })),
  ]),
]

test.each(reads)('[GEN-9] %s reaps, prunes and renews nothing', async (_what, run) => {
  const before = await everyRow(client)
  await run()
  expect(await everyRow(client)).toEqual(before)
})
