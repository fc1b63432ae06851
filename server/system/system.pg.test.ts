import { beforeAll, expect, test } from 'vitest'
import { ServerInfo } from '../../contract/server-info.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { endSession } from '../sessions/end-session.ts'
import { listWorkspaces } from './list-workspaces.ts'
import { measureTables } from './measure-tables.ts'
import { readServerInfo } from './read-server-info.ts'
import { retention } from './retention.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
  for (const workspace of ['shop', 'docs', 'shop', 'Zoo']) await registered(ctx, { workspace })
  const ended = await registered(ctx, { workspace: 'archive' })
  await endSession(ctx, ended.id, { status: 'complete' })
})

test('every table of ours is in the retention table, and nothing else is', async () => {
  const tables = await client<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  expect(Object.keys(retention).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

test('the tables are measured as they are', async () => {
  const measured = await measureTables(ctx)
  expect(measured.map(({ table }) => table)).toEqual(Object.keys(retention))
  expect(measured.find(({ table }) => table === 'sessions')).toMatchObject({ rows: { count: 5, capped: false } })
  expect(measured.every(({ bytes }) => bytes > 0)).toBe(true)
})

test('rows are counted up to a cap', async () => {
  await client`insert into rate_limits (key, count, ends_at) select 'k' || n, 1, now() from generate_series(1, 10001) n`
  expect((await measureTables(ctx)).find(({ table }) => table === 'rate_limits')?.rows).toEqual({ count: 10_000, capped: true })
})

test('workspaces are listed by name, with how many are active', async () => {
  const { items } = await listWorkspaces(ctx)
  expect(items.map(({ name, active }) => [name, active.count])).toEqual([['Zoo', 1], ['archive', 0], ['docs', 1], ['shop', 2]])
  const [newest] = await client`select to_jsonb(max(started_at)) as at from sessions where workspace = 'shop'`
  expect(items[3]?.lastStartedAt).toBe(newest!.at)
})

test('[SEC-2] an agent of one workspace learns of no other', async () => {
  const limited: Context = { ...ctx, actor: { ...ctx.actor, workspace: 'docs' } }
  expect((await listWorkspaces(limited)).items.map(({ name }) => name)).toEqual(['docs'])
})

test('what the server says of itself fits the contract and names what changes a limit', async () => {
  const info = await readServerInfo(ctx, {
    version: '1.2.3', embedded: true, baseUrl: 'http://127.0.0.1:1', startedAt: new Date().toISOString(), processId: 'x',
    ratePerSecond: 1_500,
    feed: async () => ({ lagMs: 0, sockets: 2 }),
  })
  expect(ServerInfo.parse(info)).toEqual(info)
  expect(info.limits).toContainEqual({ name: 'Calls of one token to one process', value: '1,500 a second', setBy: 'MUSTER_RATE_PER_SECOND' })
  expect(info.limits).toContainEqual({ name: 'Ended sessions are kept', value: '7 days', setBy: 'MUSTER_SESSION_RETENTION_DAYS' })
})
