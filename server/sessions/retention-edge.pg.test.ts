import { beforeAll, expect, test } from 'vitest'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { freezeClock } from '../../test/frozen-clock.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { readSession } from './read-session.ts'
import { sweepSessions } from './sweep-sessions.ts'

const now = '2026-06-08 12:00:00+00'
let ctx: Context
let client: Client

beforeAll(async () => {
  const url = await createDatabase()
  await freezeClock(url, now)
  ;({ ctx, client } = await testContext(url))
})

const endedAt = async (completedAt: string) => {
  const { id } = await registered(ctx)
  await endSession(ctx, id, { status: 'complete' })
  await client`update sessions set completed_at = ${completedAt} where id = ${id}`
  return id
}

test('[SES-10] at exactly 7 days an ended session is hidden from reads, lists and writes, and swept; a microsecond before it is not', async () => {
  const atEdge = await endedAt('2026-06-01 12:00:00+00')
  const before = await endedAt('2026-06-01 12:00:00.000001+00')
  const { items, total } = await listSessions(ctx, { limit: 10 })
  expect(items.map(({ id }) => id)).toEqual([before])
  expect(total!.count).toBe(1)
  expect((await readSession(ctx, before)).session.id).toBe(before)
  expect((await endSession(ctx, before, { status: 'complete' })).id).toBe(before)
  await expect(readSession(ctx, atEdge)).rejects.toMatchObject({ code: 'session_not_found' })
  await expect(endSession(ctx, atEdge, { status: 'complete' })).rejects.toMatchObject({ code: 'session_not_found' })
  expect(await sweepSessions(ctx)).toBe(1)
  expect((await client`select id from sessions`).map(({ id }) => id as string)).toEqual([before])
})
