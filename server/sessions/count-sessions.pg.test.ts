import { beforeAll, expect, test } from 'vitest'
import { type SessionFilter, shownStates } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { countSessions } from './count-sessions.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { reportProgress } from './report-progress.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
  const made: Record<string, string[]> = {}
  for (const [state, many] of Object.entries({ alive: 4, waiting: 3, stalled: 2, quiet: 2, dead: 3, unknown: 1, ended: 5 })) {
    const beats = state !== 'unknown'
    made[state] = []
    for (let at = 0; at < many; at++) {
      const { id } = await registered(ctx, { workspace: at === 0 ? 'first' : 'rest', name: state, harness: state, beats, timeoutMs: 60_000 })
      made[state].push(id)
    }
  }
  const lastBeat = (ids: string[], seconds: number) =>
    client`update session_beats set last_beat_at = clock_timestamp() - ${seconds} * interval '1 s' where session_id in ${client(ids)}`
  await lastBeat(made.quiet!, 40)
  await lastBeat(made.dead!, 90)
  await client`update sessions set last_progress_at = clock_timestamp() - interval '1 day' where id in ${client(made.stalled!)}`
  for (const id of made.waiting!) await reportProgress(ctx, id, { waitingFor: 'a person' })
  await lastBeat(made.waiting!.slice(0, 1), 40)
  for (const id of made.ended!) await endSession(ctx, id, { status: 'complete' })
})

const numbers = async (filter: SessionFilter, cap?: number) => {
  const { counts } = await countSessions(ctx, filter, cap)
  return Object.fromEntries(shownStates.map((state) => [state, counts[state].count]))
}

test('[UI-1] every active session is counted once, under the word that is shown of it', async () => {
  expect(await numbers({})).toEqual({ alive: 4, waiting: 3, stalled: 2, quiet: 2, dead: 3, unknown: 1 })
})

test('[UI-1] waiting goes before quiet: a late one that waits is counted as waiting only', async () => {
  expect(await numbers({ liveness: ['quiet'] })).toMatchObject({ waiting: 1, quiet: 2, alive: 0 })
})

test.each<[string, SessionFilter]>([
  ['a workspace', { workspace: ['first'] }],
  ['words', { q: 'wait' }],
  ['a harness', { harness: ['stalled', 'dead'] }],
  ['a verdict', { liveness: ['alive'] }],
  ['progress', { progress: ['progressing'] }],
])('[SES-12] the counts under %s add up to what the list has', async (_what, filter) => {
  const { total } = await listSessions(ctx, { ...filter, status: ['active'], limit: 1 })
  const sum = Object.values(await numbers(filter)).reduce((a, b) => a + b, 0)
  expect(sum).toBe(total!.count)
  expect(sum).toBeGreaterThan(0)
})

test('[UI-1] as many need a person as the list of those who do has', async () => {
  for (const filter of [{}, { workspace: ['first'] }, { q: 'dead' }]) {
    const { needsYou } = await countSessions(ctx, filter)
    const { total } = await listSessions(ctx, { ...filter, needs: ['you'], limit: 1 })
    expect(needsYou).toEqual(total)
  }
  expect((await countSessions(ctx, {})).needsYou.count).toBe(3 + 2 + 3)
  await client`update reservations set released_at = now(), released_as = 'complete' where session_id in (select id from sessions where name = 'dead')`
  expect((await countSessions(ctx, {})).needsYou.count).toBe(3 + 2)
})

test('ended ones are in no count, also when asked for', async () => {
  expect(Object.values(await numbers({ status: ['complete'] }))).toEqual([0, 0, 0, 0, 0, 0])
})

test('[GEN-10] counting stops at the cap, and says so', async () => {
  const { counts } = await countSessions(ctx, {}, 14)
  expect(Object.values(counts).every(({ capped }) => capped)).toBe(true)
  expect(Object.values(counts).reduce((sum, { count }) => sum + count, 0)).toBe(14)
  const exact = await countSessions(ctx, {}, 15)
  expect(Object.values(exact.counts).some(({ capped }) => capped)).toBe(false)
})

test('[SEC-2] an agent of one workspace counts nothing of another', async () => {
  const limited: Context = { ...ctx, actor: { ...ctx.actor, workspace: 'first' } }
  const { counts } = await countSessions(limited, {})
  expect(Object.values(counts).reduce((sum, { count }) => sum + count, 0)).toBe(6)
})
