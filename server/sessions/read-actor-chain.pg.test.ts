import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ActorChain } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { everyRow } from '../../test/every-row.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { endedAgo, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { endSession } from './end-session.ts'
import { readActorChain } from './read-actor-chain.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})
beforeEach(() => client`truncate sessions, threads cascade`)

const actor = (key: string | undefined, parent?: string, more: object = {}) =>
  registered(ctx, { name: key ?? 'nameless', nativeActorKey: key, nativeParentActorKey: parent, ...more })
const names = async (id: string, as = ctx) => {
  const { chain, children } = await readActorChain(as, id)
  return { chain: chain.map(({ name }) => name), children: children.map(({ name }) => name) }
}

test('[SES-8] ancestors stand root to leaf, the session last, with what a node says', async () => {
  await actor('root', undefined, { provider: 'p', model: 'm', harness: 'h' })
  await actor('middle', 'root')
  const leaf = await actor('leaf', 'middle', { thread: 't' })
  const before = await everyRow(client)
  const answer = await readActorChain(ctx, leaf.id)
  expect(ActorChain.parse(answer)).toEqual(answer)
  expect(answer.chain.map(({ name }) => name)).toEqual(['root', 'middle', 'leaf'])
  expect(answer.chain[0]).toMatchObject({ nativeActorKey: 'root', nativeParentActorKey: null, status: 'active', provider: 'p', model: 'm', harness: 'h', liveness: { verdict: 'alive' } })
  expect(answer.chain[2]).toMatchObject({ id: leaf.id, thread: 't', nativeParentActorKey: 'middle', progress: 'progressing' })
  expect(await everyRow(client)).toEqual(before)
})

test('[SES-8] a parent that is missing ends the chain, and an unknown session gives an empty one', async () => {
  const { id } = await actor('leaf', 'nobody')
  expect(await names(id)).toEqual({ chain: ['leaf'], children: [] })
  expect(await names('agent-nobody')).toEqual({ chain: [], children: [] })
})

test('[SES-8] a cycle ends the chain without looping', async () => {
  const a = await actor('a', 'c')
  const b = await actor('b', 'a')
  await actor('c', 'b')
  const own = await actor('own', 'own')
  expect(await names(a.id)).toEqual({ chain: ['b', 'c', 'a'], children: ['b'] })
  expect((await names(b.id)).chain).toEqual(['c', 'a', 'b'])
  expect(await names(own.id)).toEqual({ chain: ['own'], children: [] })
})

test('[SES-8] ended parents count as long as they are kept', async () => {
  const root = await actor('root')
  const middle = await actor('middle', 'root')
  const leaf = await actor('leaf', 'middle')
  await endSession(ctx, middle.id, { status: 'abandoned' })
  await endSession(ctx, root.id, { status: 'complete' })
  expect((await names(leaf.id)).chain).toEqual(['root', 'middle', 'leaf'])
  await endedAgo(client, root.id, ctx.settings.sessionRetentionMs)
  expect((await names(leaf.id)).chain).toEqual(['middle', 'leaf'])
  await endedAgo(client, middle.id, ctx.settings.sessionRetentionMs)
  expect((await names(leaf.id)).chain).toEqual(['leaf'])
  expect((await names(middle.id)).chain).toEqual([])
})

test('[SES-8] of several sessions with one key the oldest-started is the parent, and has the children', async () => {
  const first = await actor('k', undefined, { name: 'first' })
  const second = await actor('k', undefined, { name: 'second' })
  const child = await actor('child', 'k')
  expect(await names(child.id)).toEqual({ chain: ['first', 'child'], children: [] })
  expect([(await names(first.id)).children, (await names(second.id)).children]).toEqual([['child'], []])
  await client`update sessions set started_at = started_at - interval '1 hour' where id = ${second.id}`
  expect((await names(child.id)).chain).toEqual(['second', 'child'])
})

test('[SES-8] children are direct ones, oldest first, ended ones too, and not more than 200', async () => {
  const root = await actor('root')
  for (const name of ['z', 'a', 'm']) await actor(name, 'root')
  await actor('grandchild', 'a')
  expect((await names(root.id)).children).toEqual(['z', 'a', 'm'])
  await client`
    insert into sessions (id, name, workspace, thread, thread_id, stall_ms, started_at, registered_by, native_parent_actor_key)
    select 's-' || n, 'more', 'default', 't', gen_random_uuid(), 600000, clock_timestamp(), 'x', 'root' from generate_series(1, 300) n`
  expect((await names(root.id)).children).toHaveLength(200)
})

test('[SES-8] a long line is told up to 64 of them', async () => {
  await client`
    insert into sessions (id, name, workspace, thread, thread_id, stall_ms, started_at, registered_by, native_actor_key, native_parent_actor_key)
    select 'l-' || n, 'n' || n, 'default', 't', gen_random_uuid(), 600000, clock_timestamp(), 'x', 'k' || n, 'k' || n - 1 from generate_series(1, 200) n`
  const { chain } = await names('l-200')
  expect([chain.length, chain[0], chain.at(-1)]).toEqual([64, 'n137', 'n200'])
})

test('[SES-8] [SEC-2] the chain stays in the workspace, and nobody sees more of it than of the fleet', async () => {
  const elsewhere = await actor('root', undefined, { workspace: 'web' })
  const leaf = await actor('leaf', 'root', { workspace: 'shop' })
  expect((await names(leaf.id)).chain).toEqual(['leaf'])
  const root = await actor('root', undefined, { workspace: 'shop' })
  const limited = (more: object): Context => ({ ...ctx, actor: { ...ctx.actor, ...more } })
  expect((await names(leaf.id, limited({ workspace: 'shop' }))).chain).toEqual(['root', 'leaf'])
  expect(await names(leaf.id, limited({ workspace: 'web' }))).toEqual({ chain: [], children: [] })
  expect((await names(elsewhere.id)).children).toEqual([])
  expect(await names(root.id, limited({ sessionId: root.id }))).toEqual({ chain: ['root'], children: [] })
  expect((await names(leaf.id, limited({ sessionId: leaf.id }))).chain).toEqual(['leaf'])
})
