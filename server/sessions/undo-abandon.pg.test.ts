import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Session } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { abandonedAgo } from '../../test/abandoned-ago.ts'
import { anna, as, trail } from '../../test/audit.ts'
import { testContext } from '../../test/context.ts'
import { everyRow } from '../../test/every-row.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { changesOf, registered } from '../../test/sessions.ts'
import { ownThread, threadNow, waitInLine } from '../../test/threads.ts'
import { type Context } from '../context.ts'
import { beatSession } from '../liveness/beat-session.ts'
import { abandonSession } from './abandon-session.ts'
import { endSession } from './end-session.ts'
import { finishAbandonments } from './finish-abandonments.ts'
import { readSession } from './read-session.ts'
import { undoAbandon } from './undo-abandon.ts'

let ctx: Context
let client: Client
let asAnna: Context
let asBob: Context

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
  asAnna = as(ctx, anna)
  asBob = as(ctx, { ...anna, id: 'p-bob', name: 'Bob' })
})

const abandon = (id: string, now = false) => abandonSession(asAnna, id, { reason: 'stuck', now })
const undo = (id: string, by = asBob) => undoAbandon(by, id, { reason: 'my mistake' })
const refused = async (id: string) => undo(id).then(() => null, (error: unknown) => error)
const owners = (id: string) =>
  client`select thread_id, generation, token_hash, reserved_at, released_at, released_as, released_by, release_reason, undo_until from reservations where session_id = ${id} order by thread_id`
const silentFor = (id: string, ms: number) =>
  client`update session_beats set last_beat_at = clock_timestamp() - ${ms} * interval '1 ms' where session_id = ${id}`

describe('[OPS-6] [SES-4] undo inside the window', () => {
  test('gives the session back as it was: same tokens, same generations, active, and everybody is told', async () => {
    const session = await registered(ctx, { name: 'Ada' })
    await ownThread(client, session, `more/${session.id}`)
    const before = await owners(session.id)
    await abandon(session.id)
    const undone = await undo(session.id)
    const { version: _, lastBeatAt: _beat, liveness, ...rest } = undone
    const { version: _was, lastBeatAt: _wasBeat, liveness: wasLiveness, ...restWas } = session
    expect(rest).toEqual({ ...restWas, holds: undone.holds })
    expect(liveness).toEqual({ ...wasLiveness, since: undone.lastBeatAt })
    expect(await owners(session.id)).toEqual(before)
    expect((await readSession(ctx, session.id)).holds.map(({ generation }) => generation)).toEqual([1, 1])
    expect((await changesOf(client, session.id)).at(-1)).toMatchObject({ version: undone.version, body: { status: 'active', undoUntil: null } })
    const [told] = await client`select body from changes where topic = 'thread' and entity = ${session.threadId} order by version desc limit 1`
    expect(told!.body).toMatchObject({ owner: { sessionId: session.id, status: 'active', verdict: 'alive', undoUntil: null } })
    await beatSession(ctx, session.id)
  })

  test('is in the trail and on its page, with who did it and why', async () => {
    const { id } = await registered(ctx, { name: 'Ada' })
    await abandon(id)
    await undo(id)
    const lines = await trail(ctx, { target: [id] })
    expect(lines.map(({ action, actorName, reason }) => [action, actorName, reason])).toEqual([
      ['session.undone', 'Bob', 'my mistake'], ['session.ended', 'Anna', 'stuck'],
    ])
    expect(lines[0]).toMatchObject({ targetName: 'Ada', before: { status: 'abandoned' }, after: { status: 'active' } })
    const { timeline } = await readSession(ctx, id)
    expect(timeline.map(({ kind, actor }) => [kind, actor])).toEqual([['undone', 'person Bob'], ['ended', 'person Anna'], ['registered', null]])
  })

  test('leaves it as much time as it had: one that had 5 s left when it was abandoned has them after 8 s', async () => {
    const { id } = await registered(ctx)
    await silentFor(id, 40_000)
    await abandon(id)
    await abandonedAgo(client, id, 8_000)
    const { liveness, lastBeatAt } = await undo(id)
    expect(liveness).toMatchObject({ verdict: 'quiet', reason: 'late' })
    const [left] = await client`select 45 - extract(epoch from clock_timestamp() - ${lastBeatAt}::timestamptz)::float8 as seconds`
    expect(left!.seconds).toBeGreaterThan(3)
    expect(left!.seconds).toBeLessThanOrEqual(5)
  })

  test('does not bring a dead one back to life', async () => {
    const [silent, gone] = [await registered(ctx), await registered(ctx, { hostId: 'h', pid: 7 })]
    await silentFor(silent.id, 46_000)
    await client`insert into process_sightings (session_id, probers, gone_at, gone_reason) values (${gone.id}, '{p}', clock_timestamp(), 'process_gone')`
    const sightings = await client`select * from process_sightings`
    for (const { id } of [silent, gone]) await abandon(id)
    expect((await undo(silent.id)).liveness).toMatchObject({ verdict: 'dead', reason: 'heartbeat_expired' })
    expect((await undo(gone.id)).liveness).toMatchObject({ verdict: 'dead', reason: 'process_gone' })
    expect(await client`select * from process_sightings`).toEqual(sightings)
  })

  test.each([
    ['before the abandonment', `last_beat_at + interval '1 ms'`],
    ['inside the window', `clock_timestamp()`],
  ])('[LIV-5] a connection that dropped %s is still a dropped one', async (_, when) => {
    const { id } = await registered(ctx)
    if (when !== 'clock_timestamp()') await client.unsafe(`update session_beats set disconnected_at = ${when} where session_id = '${id}'`)
    await abandon(id)
    await abandonedAgo(client, id, 5_000)
    if (when === 'clock_timestamp()') await client.unsafe(`update session_beats set disconnected_at = ${when} where session_id = '${id}'`)
    expect((await undo(id)).liveness).toMatchObject({ verdict: 'quiet', reason: 'disconnected' })
  })

  test('does not give places in lines back', async () => {
    const [owner, waiter] = [await registered(ctx), await registered(ctx)]
    await waitInLine(client, owner.threadId, waiter)
    await abandon(waiter.id)
    await undo(waiter.id)
    expect((await readSession(ctx, waiter.id)).waitsFor).toEqual([])
  })

  test('can be done again after another abandonment', async () => {
    const { id } = await registered(ctx)
    const before = await owners(id)
    for (let round = 0; round < 3; round++) {
      await abandon(id)
      await undo(id)
    }
    expect(await owners(id)).toEqual(before)
  })
})

describe('[OPS-6] what can not be undone says what stands in its way, and nothing changes', () => {
  const refusedUnchanged = async (id: string) => {
    const before = await everyRow(client)
    const error = await refused(id)
    expect(await everyRow(client)).toEqual(before)
    return error
  }

  test('the window is over', async () => {
    const { id } = await registered(ctx)
    await abandon(id)
    await abandonedAgo(client, id, 10_000)
    const over = { code: 'not_undoable', details: { why: 'over', status: 'abandoned', endedBy: 'person Anna' } }
    expect(await refusedUnchanged(id)).toMatchObject(over)
    await finishAbandonments(ctx)
    expect(await refusedUnchanged(id)).toMatchObject(over)
  })

  test.each<[string, (session: Session) => Promise<unknown>, object]>([
    ['abandoned without a window', ({ id }) => abandon(id, true), { why: 'over' }],
    ['completed by an operator', ({ id }) => endSession(asAnna, id, { status: 'complete', reason: 'x' }), { why: 'over', status: 'complete' }],
    ['abandoned by itself', ({ id }) => endSession(ctx, id, { status: 'abandoned' }), { why: 'over', endedBy: 'token tester' }],
    ['active, and was never abandoned', async () => {}, { why: 'active', by: null, at: null }],
  ])('%s', async (_, end, details) => {
    const session = await registered(ctx)
    await end(session)
    expect(await refusedUnchanged(session.id)).toMatchObject({ code: 'not_undoable', details })
  })

  test('somebody else has one of its threads: which one, and who', async () => {
    const [session, next] = [await registered(ctx), await registered(ctx, { name: 'next' })]
    const taken = await ownThread(client, session, `taken/${session.id}`)
    await abandon(session.id)
    await ownThread(client, next, `taken/${session.id}`)
    expect(await refusedUnchanged(session.id)).toMatchObject({
      code: 'not_undoable',
      details: { why: 'moved', threads: [{ thread: `taken/${session.id}`, had: 1, generation: taken.generation + 1, owner: 'next' }] },
    })
  })

  test('somebody had one of its threads meanwhile, though it is free again', async () => {
    const [session, next] = [await registered(ctx), await registered(ctx)]
    await abandon(session.id)
    await client`update threads set generation = generation + 1 where id = ${session.threadId}`
    await client`
      insert into reservations (thread_id, session_id, session_name, generation, token_hash, reserved_at, released_at)
      values (${session.threadId}, ${next.id}, 'next', 2, 'x', clock_timestamp(), clock_timestamp())`
    expect(await refusedUnchanged(session.id)).toMatchObject({ details: { why: 'moved', threads: [{ had: 1, generation: 2, owner: null }] } })
  })

  test('an operator let one of its threads go for good', async () => {
    const { id, threadId } = await registered(ctx)
    await abandon(id)
    await client`update reservations set undo_until = null where thread_id = ${threadId}`
    expect(await refusedUnchanged(id)).toMatchObject({ details: { why: 'moved', threads: [{ had: 1, generation: 1, owner: null }] } })
  })

  test('a thread that it had given up itself before does not count', async () => {
    const session = await registered(ctx)
    const given = await ownThread(client, session, `given/${session.id}`)
    await client`update reservations set released_at = clock_timestamp(), released_as = 'complete' where thread_id = ${given.id}`
    await abandon(session.id)
    expect(await undo(session.id)).toMatchObject({ status: 'active' })
    expect((await threadNow(ctx, given.id)).owner).toBeNull()
  })

  test('one that never was is not found', async () => {
    expect(await refused('nobody')).toMatchObject({ code: 'session_not_found' })
  })
})

describe('[OPS-6] races', () => {
  test('of two that undo at once one does, and the other is told who it was', async () => {
    const { id } = await registered(ctx)
    await abandon(id)
    const held = await holdRows(client, `select from sessions where id = '${id}' for update`)
    const both = Promise.allSettled([undo(id, asAnna), undo(id, asBob)])
    await held.awaited(2)
    await held.release()
    const settled = await both
    const won = settled.findIndex(({ status }) => status === 'fulfilled')
    const lost = settled[1 - won] as PromiseRejectedResult
    expect(lost.reason).toMatchObject({ code: 'not_undoable', details: { why: 'active', by: ['person Anna', 'person Bob'][won] } })
    expect(await trail(ctx, { action: ['session.undone'], target: [id] })).toHaveLength(1)
  })

  test('an undo that waits past the end of the window comes too late', async () => {
    const { id, threadId } = await registered(ctx)
    await abandon(id)
    const thread = await holdRows(client, `select from threads where id = '${threadId}' for update`)
    const late = refused(id)
    await thread.awaited()
    // The window runs out while it waits.
    await client`update reservations set undo_until = clock_timestamp() where session_id = ${id}`
    await client`update sessions set undo_until = clock_timestamp() where id = ${id}`
    await thread.release()
    expect(await late).toMatchObject({ code: 'not_undoable', details: { why: 'over' } })
  })

  test('an undo that waits for a takeover of its thread loses to it', async () => {
    const [session, next] = [await registered(ctx), await registered(ctx, { name: 'next' })]
    await abandon(session.id)
    const takeover = await holdRows(client, `
      with t as (update threads set generation = generation + 1 where id = '${session.threadId}' returning id, generation)
      insert into reservations (thread_id, session_id, session_name, generation, token_hash, reserved_at)
      select id, '${next.id}', 'next', generation, 'x', clock_timestamp() from t`)
    const undoing = refused(session.id)
    await takeover.awaited()
    await takeover.release()
    expect(await undoing).toMatchObject({ code: 'not_undoable', details: { why: 'moved', threads: [{ owner: 'next' }] } })
    expect((await threadNow(ctx, session.threadId)).owner).toMatchObject({ sessionId: next.id })
  })

  test('a beat that waits for an undo lands, and one before it was refused', async () => {
    const { id } = await registered(ctx)
    await abandon(id)
    await expect(beatSession(ctx, id)).rejects.toMatchObject({ code: 'session_ended' })
    const held = await holdRows(client, `select from session_beats where session_id = '${id}' for update`)
    const undoing = undo(id)
    await held.awaited()
    await held.release()
    await undoing
    await beatSession(ctx, id)
  })

  test('an undo and the end of the window: whatever comes first, the thread has one owner or none, and the session agrees', async () => {
    for (let round = 0; round < 20; round++) {
      const { id, threadId } = await registered(ctx)
      await abandon(id)
      await client`update reservations set undo_until = clock_timestamp() + interval '3 ms' where session_id = ${id}`
      await client`update sessions set undo_until = (select undo_until from reservations where session_id = ${id}) where id = ${id}`
      const [error] = await Promise.all([refused(id), ...Array.from({ length: 4 }, () => finishAbandonments(ctx))])
      const { session, holds } = await readSession(ctx, id)
      const { owner } = await threadNow(ctx, threadId)
      if (error === null) expect([session.status, holds.length, owner?.sessionId]).toEqual(['active', 1, id])
      else expect([session.status, holds.length, owner]).toEqual(['abandoned', 0, null])
      await finishAbandonments(ctx)
    }
  })
})

describe('[OPS-6] the end of the window', () => {
  beforeEach(async () => {
    await client`update reservations set undo_until = null`
    await client`update sessions set undo_until = null`
  })

  test('frees the thread for others and is announced, once, however many finish it', async () => {
    const { id, threadId } = await registered(ctx)
    await abandon(id)
    expect(await finishAbandonments(ctx)).toBe(0)
    await abandonedAgo(client, id, 10_000)
    const rounds = await Promise.all(Array.from({ length: 4 }, () => finishAbandonments(ctx)))
    expect(rounds.filter((count) => count > 0).length).toBeGreaterThan(0)
    expect(await finishAbandonments(ctx)).toBe(0)
    const told = await changesOf(client, id)
    expect(told.map(({ version, body }) => [version, body!.undoUntil !== null])).toEqual([[1, false], [2, true], [3, false]])
    const threads = await client`select body from changes where topic = 'thread' and entity = ${threadId} order by version`
    expect(threads.map(({ body }) => (body as { owner: object | null }).owner !== null)).toEqual([true, true, false])
    expect((await owners(id))[0]).toMatchObject({ undo_until: null, released_as: 'abandoned' })
  })

  test('of many is finished in bounded rounds, and rows that somebody holds wait for a later one', async () => {
    const all = [await registered(ctx), await registered(ctx), await registered(ctx)]
    for (const { id } of all) {
      await abandon(id)
      await abandonedAgo(client, id, 10_000)
    }
    const held = await holdRows(client, `select from threads where id = '${all[0]!.threadId}' for update`)
    while ((await finishAbandonments(ctx, 2)) === 2);
    const marked = () => client`select session_id from reservations where undo_until is not null`
    expect((await marked()).map((row) => row.session_id as string)).toEqual([all[0]!.id])
    await held.release()
    await finishAbandonments(ctx, 2)
    expect(await marked()).toEqual([])
  })
})
