import { beforeAll, describe, expect, test } from 'vitest'
import { type Client } from '../../db/client.ts'
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
import { previewAbandon } from './preview-abandon.ts'
import { readSession } from './read-session.ts'

let ctx: Context
let client: Client
let asAnna: Context
let asBob: Context

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
  asAnna = as(ctx, anna)
  asBob = as(ctx, { ...anna, id: 'p-bob', name: 'Bob' })
})

const abandon = (by: Context, id: string, more: { now?: boolean; reason?: string } = {}) => abandonSession(by, id, { reason: 'stuck', now: false, ...more })

describe('[OPS-1] the preview', () => {
  test('lists what would be freed, who comes next, what it waits for and its children, and changes nothing', async () => {
    const parent = await registered(ctx, { name: 'Ada', nativeActorKey: 'ada' })
    const [first, second, third] = [await registered(ctx, { name: 'first' }), await registered(ctx), await registered(ctx)]
    const extra = await ownThread(client, parent, 'extra')
    await waitInLine(client, extra.id, first)
    await waitInLine(client, extra.id, second)
    await waitInLine(client, extra.id, third, { lapsed: true })
    const other = await ownThread(client, second, 'elsewhere')
    await waitInLine(client, other.id, parent)
    const child = await registered(ctx, { name: 'child', nativeParentActorKey: 'ada' })
    const gone = await registered(ctx, { name: 'gone', nativeParentActorKey: 'ada' })
    await endSession(ctx, gone.id, { status: 'complete' })
    await registered(ctx, { name: 'of another workspace', workspace: 'far', nativeParentActorKey: 'ada' })

    const before = await everyRow(client)
    const preview = await previewAbandon(asAnna, parent.id)
    expect(await everyRow(client)).toEqual(before)
    expect(preview).toMatchObject({
      session: { id: parent.id, status: 'active' },
      threads: [
        { workspace: 'default', thread: `agent/${parent.id}`, generation: 1, next: null, waiting: 0 },
        { workspace: 'default', thread: 'extra', generation: 1, next: { sessionId: first.id, name: 'first' }, waiting: 2 },
      ],
      waitsFor: [{ workspace: 'default', thread: 'elsewhere' }],
      children: [{ id: child.id, name: 'child' }],
      undoWindowMs: 10_000,
    })
  })

  test('of one that has ended says who did it and when, and of one that never was that there is none', async () => {
    const { id } = await registered(ctx)
    const { completedAt, undoUntil } = await abandon(asAnna, id)
    await expect(previewAbandon(asBob, id)).rejects.toMatchObject({ code: 'session_ended', details: { endedBy: 'person Anna', completedAt, undoUntil } })
    await expect(previewAbandon(asAnna, 'nobody')).rejects.toMatchObject({ code: 'session_not_found' })
  })
})

describe('[OPS-1] an abandonment', () => {
  test('frees all that it holds in one transaction, with the reason and the operator in the trail and on its page', async () => {
    const session = await registered(ctx, { name: 'Ada' })
    const extra = await ownThread(client, session, `more/${session.id}`)
    const [last] = await client<{ id: number }[]>`select max(id)::float8 as id from changes`
    const ended = await abandon(asAnna, session.id, { reason: 'loops for ever' })
    expect(ended).toMatchObject({ status: 'abandoned', endedBy: 'person Anna', endReason: 'loops for ever' })
    const owners = await client`select thread_id, released_as, released_by, release_reason from reservations where session_id = ${session.id}`
    expect(owners).toHaveLength(2)
    for (const owner of owners) expect(owner).toMatchObject({ released_as: 'abandoned', released_by: 'person Anna', release_reason: 'loops for ever' })
    const told = await client`
      select distinct xid from changes where id > ${last!.id} and entity in (${session.id}, ${extra.id}, ${session.threadId})`
    expect(told).toHaveLength(1)
    const [line, ...more] = await trail(ctx, { action: ['session.ended'], target: [session.id] })
    expect(more).toEqual([])
    expect(line).toMatchObject({
      actorKind: 'person', actorId: 'p-anna', actorName: 'Anna', targetName: 'Ada', reason: 'loops for ever',
      before: { status: 'active' }, after: { status: 'abandoned' },
    })
    const { timeline, holds } = await readSession(ctx, session.id)
    expect(timeline[0]).toMatchObject({ kind: 'ended', subject: 'abandoned: loops for ever', actor: 'person Anna' })
    expect(holds).toEqual([])
  })

  test('costs the session its places in lines, and those lines are told', async () => {
    const [owner, waiter, behind] = [await registered(ctx), await registered(ctx), await registered(ctx)]
    const thread = await ownThread(client, owner, 'wanted')
    await waitInLine(client, thread.id, waiter)
    await waitInLine(client, thread.id, behind)
    await abandon(asAnna, waiter.id)
    expect((await threadNow(ctx, thread.id))).toMatchObject({ waiting: 1, owner: { sessionId: owner.id } })
    const [told] = await client`select body from changes where topic = 'thread' and entity = ${thread.id} order by version desc limit 1`
    expect(told!.body).toMatchObject({ waiting: 1 })
    expect(await client`select from thread_waiters where session_id = ${waiter.id}`).toHaveLength(0)
  })

  test('[OPS-6] shows the old owner on the thread for ten seconds, and with `now` for none', async () => {
    const [inTime, atOnce] = [await registered(ctx), await registered(ctx)]
    const { completedAt, undoUntil } = await abandon(asAnna, inTime.id)
    const [window] = await client`select ${undoUntil}::timestamptz - ${completedAt}::timestamptz as length`
    expect(window!.length).toBe('00:00:10')
    expect((await threadNow(ctx, inTime.threadId)).owner).toMatchObject({ sessionId: inTime.id, status: 'abandoned', verdict: 'ended', undoUntil })
    expect((await abandon(asAnna, atOnce.id, { now: true })).undoUntil).toBeNull()
    expect((await threadNow(ctx, atOnce.threadId)).owner).toBeNull()
  })

  test('[OPS-6] said as an end is one with the same window; a completion has none, and neither has an agent that gives up', async () => {
    const [byEnd, complete, own] = [await registered(ctx), await registered(ctx), await registered(ctx)]
    expect((await endSession(asAnna, byEnd.id, { status: 'abandoned', reason: 'x' })).undoUntil).not.toBeNull()
    expect((await endSession(asAnna, complete.id, { status: 'complete', reason: 'x' })).undoUntil).toBeNull()
    expect((await endSession(ctx, own.id, { status: 'abandoned' })).undoUntil).toBeNull()
  })

  test('[OPS-3] [SES-5] is told to the agent at its next contact: by whom, why, and until when it may be taken back', async () => {
    const { id } = await registered(ctx)
    const { completedAt, undoUntil } = await abandon(asAnna, id)
    await expect(beatSession(ctx, id)).rejects.toMatchObject({
      code: 'session_ended', details: { status: 'abandoned', endedBy: 'person Anna', reason: 'stuck', completedAt, undoUntil },
    })
    await client`update sessions set undo_until = clock_timestamp() where id = ${id}`
    await expect(beatSession(ctx, id)).rejects.toMatchObject({ code: 'session_ended', details: { undoUntil: null } })
  })

  test('[UI-10] again by another operator changes nothing and answers who did it, when and why', async () => {
    const { id } = await registered(ctx)
    const first = await abandon(asAnna, id)
    const before = await everyRow(client)
    expect(await abandon(asBob, id, { reason: 'me too', now: true })).toEqual(first)
    expect(await everyRow(client)).toEqual(before)
  })

  test('[UI-10] of two operators at once one does it, and both are answered the same', async () => {
    const { id } = await registered(ctx)
    const held = await holdRows(client, `select from sessions where id = '${id}' for update`)
    const both = Promise.all([abandon(asAnna, id), abandon(asBob, id)])
    await held.awaited(2)
    await held.release()
    const [one, other] = await both
    expect(one).toEqual(other)
    expect(await changesOf(client, id)).toHaveLength(2)
    expect(await trail(ctx, { action: ['session.ended'], target: [id] })).toHaveLength(1)
  })

  test('[SES-4] of one that ended otherwise is refused with how, when and by whom', async () => {
    const { id } = await registered(ctx)
    const { completedAt } = await endSession(ctx, id, { status: 'merged' })
    await expect(abandon(asAnna, id)).rejects.toMatchObject({ code: 'session_ended', details: { status: 'merged', completedAt, endedBy: 'token tester' } })
  })

  test('[LIV-13] a late beat that waits for an abandonment does not win over it', async () => {
    const { id, lastBeatAt } = await registered(ctx)
    const held = await holdRows(client, `select from session_beats where session_id = '${id}' for update`)
    const abandoning = abandon(asAnna, id)
    await held.awaited(1)
    const beat = beatSession(ctx, id).then(() => null, (error: unknown) => error)
    await held.awaited(2)
    await held.release()
    const { undoUntil } = await abandoning
    expect(await beat).toMatchObject({ code: 'session_ended', details: { endedBy: 'person Anna', undoUntil } })
    expect((await readSession(ctx, id)).session).toMatchObject({ status: 'abandoned', lastBeatAt })
  })
})

describe('[OPS-4] a person who marks a session complete or merged', () => {
  test.each(['complete', 'merged', 'abandoned'] as const)('says why: %s without a reason is refused by the name of the field, and nothing changes', async (status) => {
    const { id } = await registered(ctx)
    const before = await everyRow(client)
    for (const reason of [undefined, '', ' \n '])
      await expect(endSession(asAnna, id, { status, reason })).rejects.toMatchObject({
        code: 'invalid_input', details: { fields: [{ field: 'reason' }] },
      })
    expect(await everyRow(client)).toEqual(before)
    expect(await endSession(asAnna, id, { status, reason: 'done by hand' })).toMatchObject({ status, endReason: 'done by hand' })
    const [line] = await trail(ctx, { target: [id] })
    expect(line).toMatchObject({ action: 'session.ended', actorName: 'Anna', reason: 'done by hand', after: { status } })
  })

  test('an agent that ends its own need not', async () => {
    const { id } = await registered(ctx)
    expect(await endSession(ctx, id, { status: 'merged' })).toMatchObject({ status: 'merged', endReason: null })
  })
})
