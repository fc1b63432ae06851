import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BulkDetail, BulkJob, BulkPreview, StartBulk } from '../../contract/bulk.ts'
import { type Session } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { anna, as, trail } from '../../test/audit.ts'
import { testContext } from '../../test/context.ts'
import { everyRow } from '../../test/every-row.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { changesOf, registered } from '../../test/sessions.ts'
import { ownThread, waitInLine } from '../../test/threads.ts'
import { type Context } from '../context.ts'
import { beatSession } from '../liveness/beat-session.ts'
import { abandonSession } from '../sessions/abandon-session.ts'
import { endSession } from '../sessions/end-session.ts'
import { readSession } from '../sessions/read-session.ts'
import { undoAbandon } from '../sessions/undo-abandon.ts'
import { doNextItem } from './do-next-item.ts'
import { forgetJobs } from './forget-jobs.ts'
import { listBulkJobs } from './list-bulk-jobs.ts'
import { previewBulkAbandon } from './preview-bulk-abandon.ts'
import { readBulkJob } from './read-bulk-job.ts'
import { startBulkAbandon } from './start-bulk-abandon.ts'
import { stopBulkJob } from './stop-bulk-job.ts'
import { leaveJob, takeJob } from './take-job.ts'
import { undoBulkJob } from './undo-bulk-job.ts'

let ctx: Context
let client: Client
let asAnna: Context
let asBob: Context
const system = () => as(ctx, { kind: 'system', id: 'muster', name: 'Muster', role: null, workspace: null })

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
  asAnna = as(ctx, anna)
  asBob = as(ctx, { ...anna, id: 'p-bob', name: 'Bob' })
})
beforeEach(() => client`truncate sessions, bulk_jobs, bulk_items, thread_waiters, reservations cascade`)

const many = async (count: number, input = {}) => {
  const all: Session[] = []
  for (let at = 0; at < count; at++) all.push(await registered(ctx, { name: `s${at}`, ...input }))
  return all
}
const idsOf = (all: { id: string }[]) => all.map(({ id }) => id)
const start = (input: z.input<typeof StartBulk> | Omit<z.input<typeof StartBulk>, 'reason'>, by = asAnna) =>
  startBulkAbandon(by, StartBulk.parse({ reason: 'clean up', ...input }))
const failures: unknown[] = []
const step = (id: string, tell = false) => doNextItem(system(), id, { tell, onFailure: (error) => failures.push(error) })
const run = async (id: string) => {
  while (await step(id));
  return readBulkJob(asAnna, id)
}
const resultsOf = ({ items }: BulkDetail) => Object.fromEntries(items.map(({ sessionId, result, said }) => [sessionId, said === null ? result : `${result}: ${said}`]))
const statusOf = async (id: string) => (await readSession(ctx, id)).session.status
const silent = (ids: string[]) => client`update session_beats set last_beat_at = clock_timestamp() - interval '1 hour' where session_id in ${client(ids)}`

describe('[OPS-2] the preview of many', () => {
  test('names how many active sessions are meant, their threads, who waits for those and the first ten, and changes nothing', async () => {
    const all = await many(12, { workspace: 'shop' })
    const [other] = await many(1, { workspace: 'web' })
    await endSession(ctx, all[0]!.id, { status: 'complete' })
    await ownThread(client, all[1]!, 'more', 'shop')
    await waitInLine(client, all[1]!.threadId, other!)
    await waitInLine(client, all[2]!.threadId, other!, { lapsed: true })
    const before = await everyRow(client)
    const preview = await previewBulkAbandon(asAnna, { which: { filter: { workspace: ['shop'] } } })
    expect(preview).toMatchObject({ count: { count: 11, capped: false }, threads: 12, waiters: 1 })
    expect(idsOf(preview.sample)).toEqual(idsOf(all.slice(2).toReversed()))
    expect(BulkPreview.parse(preview)).toEqual(preview)
    const selected = await previewBulkAbandon(asAnna, { which: { ids: [all[0]!.id, all[1]!.id, all[1]!.id, other!.id, 'nobody'] } })
    expect(selected).toMatchObject({ count: { count: 2 }, threads: 3, waiters: 1 })
    expect(await everyRow(client)).toEqual(before)
  })

  test('counts up to a cap, past which nothing is begun', async () => {
    await client`
      insert into sessions (id, name, workspace, thread, thread_id, stall_ms, started_at, registered_by)
      select 'h-' || n, 'h', 'huge', 't', gen_random_uuid(), 600000, clock_timestamp(), 'x' from generate_series(1, 10001) n`
    const which = { filter: { workspace: ['huge'] } }
    expect(await previewBulkAbandon(asAnna, { which })).toMatchObject({ count: { count: 10_000, capped: true }, threads: 0 })
    await expect(start({ which, count: 10_000 })).rejects.toMatchObject({ code: 'changed_meanwhile', details: { confirmed: 10_000, count: 10_000, capped: true } })
  })
})

describe('[OPS-2] the confirmation', () => {
  test('writes down who is meant, with the reason, the operator and a line in the trail, and abandons nobody yet', async () => {
    const all = await many(3)
    const job = await start({ which: { filter: { status: ['active'] } }, count: 3 })
    expect(BulkJob.parse(job)).toEqual(job)
    expect(job).toMatchObject({ state: 'running', by: 'person Anna', reason: 'clean up', workspace: 'default', total: 3, abandoned: 0, endedAt: null })
    expect(resultsOf(await readBulkJob(asAnna, job.id))).toEqual(Object.fromEntries(all.map(({ id }) => [id, 'pending'])))
    expect(await trail(ctx, { action: ['bulk.started'], target: [job.id] })).toMatchObject([{ actorName: 'Anna', reason: 'clean up', after: { total: 3 } }])
    expect(await client`select body from changes where topic = 'bulk' and entity = ${job.id}`).toEqual([{ body: job }])
    expect(await listBulkJobs(asAnna)).toEqual({ items: [job] })
    for (const { id } of all) expect(await statusOf(id)).toBe('active')
  })

  test.each([[1, 2], [3, 2]])('of all that match is refused when %d were confirmed and it would be %d: nothing is done, and the new number is said', async (count, now) => {
    await many(now)
    const before = await everyRow(client)
    await expect(start({ which: { filter: {} }, count })).rejects.toMatchObject({ code: 'changed_meanwhile', details: { confirmed: count, count: now, capped: false } })
    expect(await everyRow(client)).toEqual(before)
  })

  test('of a selection goes on when some ended meanwhile, says so of them, and is refused when more would be abandoned than was confirmed', async () => {
    const [one, other] = await many(2)
    await endSession(asBob, other!.id, { status: 'merged', reason: 'in main' })
    const which = { ids: [one!.id, other!.id, other!.id, 'nobody'] }
    const { id } = await start({ which, count: 2 })
    const detail = await run(id)
    const { completedAt } = (await readSession(ctx, other!.id)).session
    expect(resultsOf(detail)).toEqual({
      [one!.id]: 'abandoned', [other!.id]: `skipped: already ended as merged by person Bob at ${completedAt}`, nobody: 'skipped: it is not there',
    })
    expect(detail.job).toMatchObject({ state: 'done', total: 3, abandoned: 1, skipped: 2, failed: 0 })
    const more = await many(2)
    await expect(start({ which: { ids: idsOf(more) }, count: 1 })).rejects.toMatchObject({ code: 'changed_meanwhile', details: { count: 2 } })
  })
})

describe('[OPS-2] the work', () => {
  test('abandons each in a transaction of its own, by the operator who confirmed, with the reason in the trail, and says how it went', async () => {
    const all = await many(3)
    const { id, undoUntil } = await start({ which: { ids: idsOf(all) }, count: 3 })
    const detail = await run(id)
    expect(BulkDetail.parse(detail)).toEqual(detail)
    expect(detail.job).toMatchObject({ state: 'done', abandoned: 3, skipped: 0, failed: 0, undoUntil })
    expect(detail.job.endedAt).not.toBeNull()
    for (const session of all) {
      const { session: ended, holds } = await readSession(ctx, session.id)
      expect(ended).toMatchObject({ status: 'abandoned', endedBy: 'person Anna', endReason: 'clean up' })
      expect(holds).toEqual([])
      expect(await trail(ctx, { target: [session.id] })).toMatchObject([{ action: 'session.ended', actorId: 'p-anna', actorKind: 'person', reason: 'clean up' }])
      // One instant until which all of it can be undone.
      expect(Date.parse(ended.undoUntil!)).toBeGreaterThanOrEqual(Date.parse(undoUntil!))
    }
    expect(await client`select count(distinct xid)::int as count from changes where entity in ${client(idsOf(all))} and version = 2`).toEqual([{ count: 3 }])
    expect((await client`select body from changes where topic = 'bulk' and entity = ${id} order by version desc limit 1`)[0]!.body).toEqual(detail.job)
  })

  test('`now` leaves no window', async () => {
    const [one] = await many(1)
    const job = await start({ which: { ids: [one!.id] }, count: 1, now: true })
    expect(job.undoUntil).toBeNull()
    await run(job.id)
    expect((await readSession(ctx, one!.id)).session).toMatchObject({ status: 'abandoned', undoUntil: null })
    await expect(undoBulkJob(asAnna, job.id)).rejects.toMatchObject({ code: 'not_undoable', details: { why: 'over' } })
  })

  test('looks at each again under its lock: what no longer fits the filter is skipped and said', async () => {
    const all = await many(3, { timeoutMs: 3_600_000 })
    await silent(idsOf(all))
    await client`update session_beats set last_beat_at = clock_timestamp() - interval '2 h'`
    const { id } = await start({ which: { filter: { liveness: ['dead'] } }, count: 3 })
    await beatSession(ctx, all[1]!.id)
    await endSession(ctx, all[2]!.id, { status: 'complete' })
    const { completedAt } = (await readSession(ctx, all[2]!.id)).session
    expect(resultsOf(await run(id))).toEqual({
      [all[0]!.id]: 'abandoned',
      [all[1]!.id]: 'skipped: changed meanwhile: it is alive now, and fits the filter no longer',
      [all[2]!.id]: `skipped: already ended as complete by token tester at ${completedAt}`,
    })
  })

  test('[LIV-13] a late beat that holds the row when its turn comes makes it fit no longer', async () => {
    const [one] = await many(1)
    await silent([one!.id])
    const { id } = await start({ which: { filter: { liveness: ['dead'] } }, count: 1 })
    const beat = await holdRows(client, `update session_beats set last_beat_at = clock_timestamp() where session_id = '${one!.id}'`)
    const working = run(id)
    await beat.awaited()
    await beat.release()
    expect((await working).job).toMatchObject({ abandoned: 0, skipped: 1 })
    expect(await statusOf(one!.id)).toBe('active')
  })

  test('goes on past one that fails, and says so of it', async () => {
    const all = await many(3)
    await client.unsafe(`
      create function break_one() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$;
      create trigger break_one before update on sessions for each row when (old.id = '${all[1]!.id}') execute function break_one()`)
    const { id } = await start({ which: { ids: idsOf(all) }, count: 3 })
    const detail = await run(id)
    await client.unsafe('drop trigger break_one on sessions; drop function break_one')
    expect(detail.job).toMatchObject({ state: 'done', abandoned: 2, skipped: 0, failed: 1 })
    expect(detail.items[0]).toMatchObject({ sessionId: all[1]!.id, result: 'failed', said: 'it failed inside; the log of the server says why' })
    expect(await statusOf(all[1]!.id)).toBe('active')
    expect(failures).toHaveLength(1)
  })

  test('by several processes at once does each session once', async () => {
    const all = await many(30)
    const { id } = await start({ which: { ids: idsOf(all) }, count: 30 })
    const [detail] = await Promise.all(Array.from({ length: 4 }, () => run(id)))
    expect(detail!.job).toMatchObject({ state: 'done', abandoned: 30, skipped: 0, failed: 0 })
    for (const session of all) expect(await changesOf(client, session.id)).toHaveLength(2)
    expect(await trail(ctx, { action: ['session.ended'] }).then((lines) => lines.filter(({ targetId }) => idsOf(all).includes(targetId)))).toHaveLength(30)
  })

  test('an item and its result are one: when its result can not be written, the session is not abandoned', async () => {
    const [one] = await many(1)
    const { id } = await start({ which: { ids: [one!.id] }, count: 1 })
    await client.unsafe(`
      create function break_note() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$;
      create trigger break_note before update on bulk_items for each row when (new.result = 'abandoned') execute function break_note()`)
    await step(id)
    await client.unsafe('drop trigger break_note on bulk_items; drop function break_note')
    expect(await statusOf(one!.id)).toBe('active')
    expect((await readBulkJob(asAnna, id)).items).toMatchObject([{ result: 'failed' }])
  })

  test('is given to one process at a time, in turns, and to another when that one is silent for long', async () => {
    const [one, other] = await many(2)
    const first = await start({ which: { ids: [one!.id] }, count: 1 })
    const second = await start({ which: { ids: [other!.id] }, count: 1 })
    expect([await takeJob(ctx), await takeJob(ctx), await takeJob(ctx)]).toEqual([first.id, second.id, null])
    await leaveJob(ctx, second.id)
    expect([await takeJob(ctx), await takeJob(ctx)]).toEqual([second.id, null])
    await client`update bulk_jobs set lease_until = clock_timestamp() where id = ${first.id}`
    expect(await takeJob(ctx)).toBe(first.id)
    await run(first.id)
    await run(second.id)
    await client`update bulk_jobs set lease_until = clock_timestamp()`
    expect(await takeJob(ctx)).toBeNull()
  })
})

describe('[OPS-2] a job that is stopped', () => {
  test('leaves what is done, does no more, is in the trail, and stopping it again changes nothing', async () => {
    const all = await many(3)
    const { id } = await start({ which: { ids: idsOf(all) }, count: 3 })
    await step(id)
    const stopped = await stopBulkJob(asBob, id)
    expect(stopped).toMatchObject({ state: 'stopped', abandoned: 1 })
    expect(await step(id)).toBe(false)
    const before = await everyRow(client)
    expect(await stopBulkJob(asAnna, id)).toEqual(stopped)
    expect(await everyRow(client)).toEqual(before)
    expect((await readBulkJob(asAnna, id)).items.map(({ result }) => result).toSorted()).toEqual(['abandoned', 'pending', 'pending'])
    expect(await trail(ctx, { action: ['bulk.stopped'], target: [id] })).toMatchObject([{ actorName: 'Bob' }])
  })

  test('while an item is under way waits for that one, and nothing comes after its answer', async () => {
    const all = await many(30)
    const { id } = await start({ which: { ids: idsOf(all) }, count: 30 })
    const held = await holdRows(client, `select from sessions where id in ('${idsOf(all).join("','")}') for update`)
    const working = run(id)
    await held.awaited(1)
    const stopping = stopBulkJob(asAnna, id)
    await held.awaited(2)
    await held.release()
    const stopped = await stopping
    expect(stopped.state).toBe('stopped')
    expect(stopped.abandoned).toBeGreaterThan(0)
    expect(stopped.abandoned).toBeLessThan(30)
    expect((await working).job).toEqual(stopped)
  })

  test('that never was is not found, and neither are its undoing and its results', async () => {
    const id = crypto.randomUUID()
    for (const ask of [stopBulkJob, undoBulkJob, readBulkJob]) await expect(ask(asAnna, id)).rejects.toMatchObject({ code: 'bulk_not_found' })
  })
})

describe('[OPS-6] a job that is undone', () => {
  test('is taken back one by one, by whoever said so, with a result for each; what stands in the way is said', async () => {
    const all = await many(4)
    const { id } = await start({ which: { ids: idsOf(all) }, count: 4 })
    await run(id)
    await ownThread(client, { id: 'x', name: 'next' }, all[1]!.thread)
    await undoAbandon(asAnna, all[2]!.id, {})
    expect((await undoBulkJob(asBob, id)).job).toMatchObject({ state: 'undoing', undoUntil: null, endedAt: null })
    const detail = await run(id)
    expect(detail.job).toMatchObject({ state: 'undone', abandoned: 4, undone: 2, by: 'person Anna' })
    const results = resultsOf(detail)
    expect([results[all[0]!.id], results[all[3]!.id]]).toEqual(['undone', 'undone'])
    expect(results[all[1]!.id]).toMatch(/^abandoned: .*now next's/)
    expect(results[all[2]!.id]).toMatch(/^abandoned: .*person Anna took its end back/)
    expect(await trail(ctx, { action: ['session.undone'], target: [all[0]!.id] })).toMatchObject([{ actorName: 'Bob' }])
    expect(await trail(ctx, { action: ['bulk.undone'], target: [id] })).toMatchObject([{ actorName: 'Bob' }])
    expect((await undoBulkJob(asAnna, id)).job).toEqual(detail.job)
  })

  test('while it runs is stopped by that', async () => {
    const all = await many(3)
    const { id } = await start({ which: { ids: idsOf(all) }, count: 3 })
    await step(id)
    await undoBulkJob(asAnna, id)
    expect((await run(id)).job).toMatchObject({ state: 'undone', abandoned: 1, undone: 1 })
    for (const session of all) expect(await statusOf(session.id)).toBe('active')
  })

  test('after the window is refused', async () => {
    const [one] = await many(1)
    const { id } = await start({ which: { ids: [one!.id] }, count: 1 })
    await run(id)
    await client`update sessions set undo_until = clock_timestamp()`
    await expect(undoBulkJob(asAnna, id)).rejects.toMatchObject({ code: 'not_undoable', details: { why: 'over' } })
  })

  test('when it abandoned nobody is refused', async () => {
    const { id } = await start({ which: { ids: ['nobody'] }, count: 1 })
    await run(id)
    await expect(undoBulkJob(asAnna, id)).rejects.toMatchObject({ code: 'not_undoable', details: { why: 'nothing' } })
  })
})

test('[UI-10] of two operators who abandon the same ones, the second is told of each who was first', async () => {
  const [one] = await many(1)
  const { id } = await start({ which: { ids: [one!.id] }, count: 1 })
  await abandonSession(asBob, one!.id, { reason: 'mine', now: false })
  expect((await run(id)).items[0]).toMatchObject({ result: 'skipped', said: expect.stringContaining('already ended as abandoned by person Bob at ') as string })
})

test('[SEC-2] who is limited to a workspace sees only the jobs that were about that alone', async () => {
  const [shop, web] = [await many(1, { workspace: 'shop' }), await many(1, { workspace: 'web' })]
  const mine = await start({ which: { ids: idsOf(shop) }, count: 1 })
  const both = await start({ which: { ids: idsOf([...shop, ...web]) }, count: 2 })
  expect([mine.workspace, both.workspace]).toEqual(['shop', null])
  const limited = as(ctx, { ...anna, workspace: 'shop' })
  expect((await listBulkJobs(limited)).items.map(({ id }) => id)).toEqual([mine.id])
  await expect(readBulkJob(limited, both.id)).rejects.toMatchObject({ code: 'bulk_not_found' })
  expect((await previewBulkAbandon(limited, { which: { filter: {} } })).count.count).toBe(1)
})

test('jobs that ended 30 days ago are removed with their items, and pages are told', async () => {
  const [old, young] = [await start({ which: { ids: ['a'] }, count: 1 }), await start({ which: { ids: ['b'] }, count: 1 })]
  for (const { id } of [old, young]) await run(id)
  await client`update bulk_jobs set ended_at = clock_timestamp() - interval '30 days 1 s' where id = ${old.id}`
  await client`update bulk_jobs set ended_at = clock_timestamp() - interval '29 days' where id = ${young.id}`
  expect([await forgetJobs(ctx), await forgetJobs(ctx)]).toEqual([1, 0])
  expect((await listBulkJobs(ctx)).items.map(({ id }) => id)).toEqual([young.id])
  expect(await client`select from bulk_items where job_id = ${old.id}`).toHaveLength(0)
  const [told] = await client`select body from changes where topic = 'bulk' and entity = ${old.id} order by version desc limit 1`
  expect(told!.body).toBeNull()
})
