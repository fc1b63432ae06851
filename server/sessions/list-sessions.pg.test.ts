import { beforeAll, describe, expect, test } from 'vitest'
import { type Session } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})

async function* pages(workspace: string, limit: number) {
  let cursor: string | undefined
  do {
    const page = await listSessions(ctx, { workspace: [workspace], limit, cursor })
    yield page
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}
async function walk(workspace: string, limit: number, meanwhile: (at: number) => Promise<unknown> = async () => {}) {
  const seen: Session[] = []
  for await (const page of pages(workspace, limit)) {
    expect(page.items.length).toBeLessThanOrEqual(limit)
    seen.push(...page.items)
    await meanwhile(seen.length)
  }
  return seen
}
const register = async (workspace: string, count: number) => {
  const made: Session[] = []
  for (let at = 0; at < count; at++) made.push(await registered(ctx, { workspace }))
  return made
}
const ids = (sessions: Session[]) => sessions.map(({ id }) => id)

test('[SES-12] newest-started first, every row once, whatever the page size', async () => {
  const made = ids(await register('walk', 11)).toReversed()
  for (const limit of [1, 2, 5, 10, 11, 12, 1000]) expect(ids(await walk('walk', limit))).toEqual(made)
})

test('[GEN-10] rows that start at the same microsecond are paged by id in byte order, none lost, none twice', async () => {
  const made = await register('same', 7)
  await client`update sessions set started_at = '2026-01-02 03:04:05.678901+00' where workspace = 'same'`
  const newest = ids(made).toSorted().toReversed()
  for (const limit of [1, 3, 7]) expect(ids(await walk('same', limit))).toEqual(newest)
})

test('[GEN-10] a walk sees every session that was there, once, while others start and end meanwhile', async () => {
  const made = await register('busy', 10)
  const seen = await walk('busy', 3, async (at) => {
    await register('busy', 2)
    await endSession(ctx, made[at % 10]!.id, { status: 'complete' })
  })
  expect(ids(seen)).toEqual(ids(made).toReversed())
})

describe('[GEN-10] a cursor that was not given out is invalid_cursor', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const at = '2026-01-02T03:04:05.678901+00:00'
  test.each([
    ['nothing', ''], ['rubbish', '%%%'], ['no JSON', 'abc'], ['no place', encode({})], ['too short', encode([at])],
    ['too long', encode([at, 'a', 'b'])], ['no time', encode(['yesterday', 'a'])], ['a time far away', encode(['0000-01-01T00:00:00+00:00', 'a'])],
    ['a zone unknown to Postgres', encode(['2026-01-02T03:04:05+23:00', 'a'])], ['an empty id', encode([at, ''])],
    ['a NUL in the id', encode([at, 'a\u0000'])], ['no such day', encode(['2026-02-30T00:00:00+00:00', 'a'])],
  ])('%s', async (_what, cursor) => {
    await expect(listSessions(ctx, { limit: 5, cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
  })
})

test('[GEN-10] totals come with the first page, are exact up to the cap, and above it say that there are more', async () => {
  await register('few', 3)
  const totals = []
  for await (const { total } of pages('few', 2)) totals.push(total)
  expect(totals).toEqual([{ count: 3, capped: false }, null])

  const fill = (from: number, to: number) => client`
    with made as (
      insert into sessions (id, name, workspace, thread, thread_id, stall_ms, started_at, registered_by)
      select 'many-' || n, 'n', 'many', 't', gen_random_uuid(), 600000, now(), 'x' from generate_series(${from}::int, ${to}::int) n returning id
    ) insert into session_beats (session_id, beats, timeout_ms) select id, false, 45000 from made`
  await fill(1, 10_000)
  expect((await listSessions(ctx, { limit: 1, workspace: ['many'] })).total).toEqual({ count: 10_000, capped: false })
  await fill(10_001, 10_001)
  expect((await listSessions(ctx, { limit: 1, workspace: ['many'] })).total).toEqual({ count: 10_000, capped: true })
})
