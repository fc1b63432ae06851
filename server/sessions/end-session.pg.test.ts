import { beforeAll, describe, expect, test } from 'vitest'
import { type SessionEnd, sessionEnds } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { changesOf, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { beatSession } from '../liveness/beat-session.ts'
import { endSession } from './end-session.ts'
import { readSession } from './read-session.ts'

let ctx: Context
let client: Client
let bob: Context

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
  bob = { ...ctx, actor: { kind: 'person', id: 'p1', name: 'Bob', role: 'operator', workspace: null } }
})

const pairs = sessionEnds.flatMap((first) => sessionEnds.map((second) => ({ first, second })))

describe.each(sessionEnds)('active to %s', (status) => {
  test('[SES-4] sets completedAt, who and why, and is one new version with its change row', async () => {
    const { id } = await registered(ctx)
    const ended = await endSession(bob, id, { status, reason: 'done with it' })
    expect(ended).toMatchObject({ status, endedBy: 'person Bob', endReason: 'done with it', version: 2, progress: null })
    expect(ended.completedAt).not.toBeNull()
    expect(ended.liveness).toMatchObject({ verdict: 'ended', reason: 'ended', since: ended.completedAt })
    expect((await changesOf(client, id)).map(({ version, body }) => [version, body!.status])).toEqual([[1, 'active'], [2, status]])
    expect((await readSession(ctx, id)).session).toEqual(ended)
  })
})

test.each(pairs)('[SES-4] after $first, $second is refused unless it is the same, and nothing changes', async ({ first, second }) => {
  const { id } = await registered(ctx)
  const ended = await endSession(bob, id, { status: first, reason: 'first' })
  const again = endSession(ctx, id, { status: second, reason: 'second' })
  if (first === second) expect(await again).toEqual(ended)
  else await expect(again).rejects.toMatchObject({ code: 'session_ended', details: { status: first, endedBy: 'person Bob' } })
  expect((await readSession(ctx, id)).session).toEqual(ended)
  expect(await changesOf(client, id)).toHaveLength(2)
})

test('[SES-4] the database itself keeps completedAt and status together, and knows no other status', async () => {
  const { id } = await registered(ctx)
  const refused = { code: '23514' }
  await expect(client`update sessions set completed_at = clock_timestamp() where id = ${id}`).rejects.toMatchObject(refused)
  await expect(client`update sessions set status = 'complete' where id = ${id}`).rejects.toMatchObject(refused)
  await expect(client`update sessions set status = 'paused', completed_at = now() where id = ${id}`).rejects.toMatchObject(refused)
  await endSession(ctx, id, { status: 'merged' })
  await expect(client`update sessions set status = 'active' where id = ${id}`).rejects.toMatchObject(refused)
})

test('[SES-4] two racers that end with different words: one wins, the other is told how, when and by whom', async () => {
  const { id } = await registered(ctx)
  const held = await holdRows(client, `select from sessions where id = '${id}' for update`)
  const racers = (['complete', 'abandoned'] as SessionEnd[]).map((status, at) => endSession(at ? bob : ctx, id, { status, reason: 'raced' }))
  const settled = Promise.allSettled(racers)
  await held.awaited(2)
  await held.release()
  const [won] = (await settled).filter((racer) => racer.status === 'fulfilled')
  const [lost] = (await settled).filter((racer) => racer.status === 'rejected')
  const { status, completedAt, endedBy } = won!.value
  expect(lost!.reason).toMatchObject({ code: 'session_ended', details: { id, status, completedAt, endedBy } })
  expect(await changesOf(client, id)).toHaveLength(2)
})

test('[SES-4] two racers that end with the same word both succeed, with one change between them', async () => {
  const { id } = await registered(ctx)
  const [one, other] = await Promise.all([endSession(ctx, id, { status: 'complete' }), endSession(bob, id, { status: 'complete', reason: 'raced' })])
  expect(one).toEqual(other)
  expect(await changesOf(client, id)).toHaveLength(2)
})

test('[SES-4] an end frees all that the session holds, and the history of owners says how', async () => {
  const { id, threadId } = await registered(ctx, { name: 'Ada' })
  const extra = await client<{ id: string }[]>`insert into threads (workspace, name) values ('default', ${`more/${id}`}) returning id`
  await client`
    insert into reservations (thread_id, session_id, session_name, generation, token_hash, reserved_at)
    values (${extra[0]!.id}, ${id}, 'Ada', 1, 'x', clock_timestamp())`
  await endSession(ctx, id, { status: 'merged' })
  expect((await readSession(ctx, id)).holds).toEqual([])
  const history = await client`select thread_id, session_name, released_as, released_at is not null as freed from reservations where session_id = ${id}`
  expect(history.map((row) => row.thread_id as string).toSorted()).toEqual([threadId, extra[0]!.id].toSorted())
  for (const row of history) expect(row).toMatchObject({ session_name: 'Ada', released_as: 'merged', freed: true })
})

test('[SES-5] a beat that lands while an end waits for the beat row comes too late, renews nothing and is told', async () => {
  const { id, lastBeatAt } = await registered(ctx)
  const held = await holdRows(client, `select from session_beats where session_id = '${id}' for update`)
  const ending = endSession(bob, id, { status: 'abandoned', reason: 'stuck' })
  await held.awaited(1)
  const beat = beatSession(ctx, id).then(() => null, (error: unknown) => error)
  await held.awaited(2)
  await held.release()
  const { completedAt } = await ending
  expect(await beat).toMatchObject({ code: 'session_ended', details: { status: 'abandoned', completedAt, endedBy: 'person Bob', reason: 'stuck' } })
  expect((await readSession(ctx, id)).session.lastBeatAt).toBe(lastBeatAt)
})

test('[SES-4] an unknown session is not found', async () => {
  await expect(endSession(ctx, 'nobody', { status: 'complete' })).rejects.toMatchObject({ code: 'session_not_found', details: { id: 'nobody' } })
})
