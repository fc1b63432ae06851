import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type z } from 'zod'
import { FindSession } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { everyRow } from '../../test/every-row.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { endSession } from './end-session.ts'
import { findSession } from './find-session.ts'
import { updateSession } from './update-session.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})
beforeEach(() => client`truncate sessions, threads cascade`)

const find = async (known: z.input<typeof FindSession>, as = ctx) => (await findSession(as, FindSession.parse(known))).session
const known = {
  externalSessionId: 'e', clientInstanceId: 'c', nativeActorKey: 'k', nativeInstanceKey: 'i', worktreePath: '/work/shop', executionRoot: '/tmp/a',
}
const ways: z.input<typeof FindSession>[] = [
  { externalSessionId: 'e' }, { clientInstanceId: 'c' }, { nativeActorKey: 'k' }, { path: '/work/shop' }, { path: '/tmp/a' },
  { path: '/work//shop/./src/..//' }, { nativeInstanceKey: 'i', path: '/work/shop' }, { nativeInstanceKey: 'i', path: '/tmp/a/' },
]
const misses: z.input<typeof FindSession>[] = [
  { externalSessionId: 'c' }, { clientInstanceId: 'e' }, { nativeActorKey: 'i' }, { path: '/work' }, { path: 'work/shop' },
  { nativeInstanceKey: 'x', path: '/work/shop' }, { nativeInstanceKey: 'i', path: '/work' },
]

test.each(ways)('[SES-9] an active session is found by %o, the newest-started one, until it ends', async (way) => {
  const older = await registered(ctx, known)
  const newer = await registered(ctx, known)
  await registered(ctx, { ...known, externalSessionId: 'x', clientInstanceId: 'x', nativeActorKey: 'x', nativeInstanceKey: 'x', worktreePath: '/x', executionRoot: '/y' })
  const before = await everyRow(client)
  expect((await find(way))?.id).toBe(newer.id)
  expect(await everyRow(client)).toEqual(before)
  await client`update sessions set started_at = clock_timestamp() + interval '1 hour' where id = ${older.id}`
  expect((await find(way))?.id).toBe(older.id)
  await endSession(ctx, older.id, { status: 'complete' })
  expect((await find(way))?.id).toBe(newer.id)
  await endSession(ctx, newer.id, { status: 'merged' })
  expect(await find(way)).toBeNull()
})

test.each(misses)('[SES-9] %o finds nothing', async (way) => {
  await registered(ctx, known)
  expect(await find(way)).toBeNull()
})

test('[SES-9] a dead session that nobody abandoned is found', async () => {
  const { id } = await registered(ctx, known)
  await client`update session_beats set last_beat_at = clock_timestamp() - interval '1 hour' where session_id = ${id}`
  expect(await find({ nativeActorKey: 'k' })).toMatchObject({ id, liveness: { verdict: 'dead' } })
})

test('[SES-9] a path that was corrected is found in its new spelling, and no more in the old one', async () => {
  const { id } = await registered(ctx, known)
  await updateSession(ctx, id, { worktreePath: '/work/other' })
  expect([await find({ path: '/work/shop' }), (await find({ path: '/work/other' }))?.id]).toEqual([null, id])
})

test('[SES-9] [SEC-2] a workspace narrows it down, and beyond the own one nothing is there', async () => {
  const there = await registered(ctx, { ...known, workspace: 'web' })
  const here = await registered(ctx, { ...known, workspace: 'shop' })
  const of = (workspace: string): Context => ({ ...ctx, actor: { ...ctx.actor, workspace } })
  for (const way of ways) {
    expect((await find(way))?.id).toBe(here.id)
    expect((await find({ ...way, workspace: 'web' }))?.id).toBe(there.id)
    expect((await find(way, of('web')))?.id).toBe(there.id)
    expect(await find({ ...way, workspace: 'web' }, of('shop'))).toBeNull()
    expect(await find(way, of('docs'))).toBeNull()
  }
})

test('[SES-9] exactly one thing is asked for', () => {
  for (const asked of [{}, { workspace: 'w' }, { nativeInstanceKey: 'i' }, { externalSessionId: 'e', path: '/p' }, { externalSessionId: '' }])
    expect(FindSession.safeParse(asked).success, JSON.stringify(asked)).toBe(false)
})
