import { beforeAll, expect, test } from 'vitest'
import { type Client } from '../../db/client.ts'
import { blocksTouched } from '../../test/blocks-touched.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { type Context } from '../context.ts'
import { searchSession } from './attach-rules.ts'
import { findSession } from './find-session.ts'
import { readActorChain } from './read-actor-chain.ts'

const [fewEnded, manyEnded, active] = [10_000, 80_000, 2_000]
let ctx: Context
let client: Client
const few = new Map<string, number>()

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
  await fill(0, active, 'active')
  await fill(active, active + fewEnded, 'complete')
  for (const [what, verb] of verbs) few.set(what, await blocksTouched(ctx, client, verb))
  await fill(active + fewEnded, active + manyEnded, 'complete')
})

/** All of history had the keys that are looked for; of the active ones one in a hundred has. */
async function fill(after: number, to: number, status: string) {
  await client`
    with made as (
      insert into sessions (id, name, workspace, thread, thread_id, status, stall_ms, started_at, completed_at, registered_by, owner_id,
        external_session_id, client_instance_id, native_actor_key, native_parent_actor_key, native_instance_key, worktree_path, execution_root, host_id)
      select 's-' || n, 'agent ' || n, 'default', 't' || n, gen_random_uuid(), ${status}, 600000, now() - age, case when ${status} <> 'active' then now() - age end,
        'x', ${ctx.actor.id}, 'e' || mark, 'c' || mark, 'k' || mark, case when n % 2 = 0 then 'p' || mark end, 'i' || mark, '/work/' || mark, '/tmp/' || mark, 'h' || n
      from generate_series(${after + 1}::int, ${to}::int) n, lateral (
        select hashint4(n) % 144 * interval '1 hour' as age, case when ${status} = 'active' then n % 100 else 0 end as mark) a
      returning id
    )
    insert into session_beats (session_id, last_beat_at, beats, timeout_ms) select id, now(), true, 3600000 from made`
  await client`vacuum analyze`
}

const search = (sought: object) => (tx: Context) => searchSession(tx, { workspace: 'default', ...sought })
const find = (known: object) => (tx: Context) => findSession(tx, known)
const verbs: [string, (tx: Context) => Promise<unknown>][] = [
  ['an attach by external session id', search({ externalSessionId: 'e0' })],
  ['an attach by actor key', search({ nativeActorKey: 'k0' })],
  ['an attach by client instance', search({ clientInstanceId: 'c0' })],
  ['an attach by instance key', search({ nativeInstanceKey: 'i0', worktreePath: '/work/0' })],
  ['an attach by path', search({ worktreePath: '/work/0', hostId: 'h1' })],
  ['an attach that finds nothing', search({ externalSessionId: 'e', nativeActorKey: 'k', nativeInstanceKey: 'i', worktreePath: '/work' })],
  ['a look for an external session id', find({ externalSessionId: 'e0' })],
  ['a look for a path', find({ path: '/work/0' })],
  ['a look for an instance key at a path', find({ path: '/tmp/0', nativeInstanceKey: 'i0' })],
  ['a chain', (tx) => readActorChain(tx, 's-200')],
  ['a chain of a parent', (tx) => readActorChain(tx, 's-2')],
]

test.each(verbs)('[GEN-10] [SES-3] %s reads as little with 80,000 past sessions of its keys as with 10,000', async (what, verb) => {
  // One more level of an index may be walked for each row that is looked at.
  expect(await blocksTouched(ctx, client, verb)).toBeLessThanOrEqual(few.get(what)! + 100)
  expect(few.get(what)).toBeLessThan(2_000)
})
