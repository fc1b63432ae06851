import { beforeAll, expect, test } from 'vitest'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { register, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { endSession } from '../sessions/end-session.ts'
import { readSession } from '../sessions/read-session.ts'
import { updateSession } from '../sessions/update-session.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})

const threadOf = (id: string) => `select from threads where name = 'agent/${id}' for update`
const sessionOf = (id: string) => `select from sessions where id = '${id}' for update`
const beatOf = (id: string) => `select from session_beats where session_id = '${id}' for update`
const isFree = (statement: string) =>
  client.begin((tx) => tx.unsafe(`${statement} nowait`)).then(() => true, (error: { code: string }) => {
    expect(error.code).toBe('55P03')
    return false
  })

test('[GEN-11] an end takes the thread first, then the session, then the beat row', async () => {
  const { id } = await registered(ctx)
  const thread = await holdRows(client, threadOf(id))
  const ending = endSession(ctx, id, { status: 'complete' })
  await thread.awaited()
  expect([await isFree(sessionOf(id)), await isFree(beatOf(id))]).toEqual([true, true])

  const session = await holdRows(client, sessionOf(id))
  await thread.release()
  await session.awaited()
  expect([await isFree(threadOf(id)), await isFree(beatOf(id))]).toEqual([false, true])

  const beat = await holdRows(client, beatOf(id))
  await session.release()
  await beat.awaited()
  expect([await isFree(threadOf(id)), await isFree(sessionOf(id))]).toEqual([false, false])
  await beat.release()
  expect((await ending).status).toBe('complete')
})

test('[GEN-11] an update takes the session before the beat row', async () => {
  const { id } = await registered(ctx)
  const session = await holdRows(client, sessionOf(id))
  const updating = updateSession(ctx, id, { timeoutMs: 9_000 })
  await session.awaited()
  expect(await isFree(beatOf(id))).toBe(true)
  await session.release()
  expect((await updating).timeoutMs).toBe(9_000)
})

test('[GEN-11] a registration takes its thread before it makes the session', async () => {
  await registered(ctx, { thread: 'line' })
  const thread = await holdRows(client, `select from threads where name = 'line' for update`)
  const registering = register(ctx, { thread: 'line' }, () => 'agent-in-line')
  await thread.awaited()
  // Databases cloned from one template share their tables' oids.
  const locks = await client`
    select from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and relation = 'sessions'::regclass and mode = 'RowExclusiveLock'`
  expect(locks).toHaveLength(0)
  await thread.release()
  expect((await registering).session.id).toBe('agent-in-line')
})

test('[GEN-11] several threads of one session are taken in the order of their names', async () => {
  const { id } = await registered(ctx)
  for (const name of ['Zed', 'a', 'b'])
    await client`
      with t as (insert into threads (workspace, name) values ('A first', ${`${name} ${id}`}) returning id)
      insert into reservations (thread_id, session_id, session_name, generation, token_hash, reserved_at)
      select id, ${id}, 'x', 1, 'x', clock_timestamp() from t`
  const named = (name: string) => `select from threads where name = '${name} ${id}' for update`
  // By bytes and by workspace first: Zed, a, b in "A first", then agent/… in "default".
  const middle = await holdRows(client, named('a'))
  const ending = endSession(ctx, id, { status: 'merged' })
  await middle.awaited()
  expect([await isFree(named('Zed')), await isFree(named('b')), await isFree(threadOf(id))]).toEqual([false, true, true])
  await middle.release()
  await ending
  expect((await readSession(ctx, id)).holds).toEqual([])
})

test('[GEN-11] a thread that the session came to hold while its row was awaited is found: look again, then end', async () => {
  const { id } = await registered(ctx)
  const [late] = await client<{ id: string }[]>`insert into threads (workspace, name) values ('default', 'late') returning id`
  const session = await holdRows(client, sessionOf(id))
  const ending = endSession(ctx, id, { status: 'complete' })
  await session.awaited()
  await session.other`
    insert into reservations (thread_id, session_id, session_name, generation, token_hash, reserved_at)
    values (${late!.id}, ${id}, 'x', 1, 'x', clock_timestamp())`
  const thread = await holdRows(client, `select from threads where name = 'late' for no key update`)
  await session.release()
  await thread.awaited()
  expect(await isFree(sessionOf(id))).toBe(true)
  await thread.release()
  await ending
  expect((await readSession(ctx, id)).holds).toEqual([])
})
