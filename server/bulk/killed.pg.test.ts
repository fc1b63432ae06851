import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type BulkDetail, type BulkJob } from '../../contract/bulk.ts'
import { type RegisteredSession } from '../../contract/sessions.ts'
import { makeAgent } from '../../test/agent.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { startServer, type TestServer } from '../../test/server.ts'

let agent: Awaited<ReturnType<typeof makeAgent>>
let url: string
let server: TestServer
let standby: TestServer

beforeAll(async () => {
  url = await createDatabase()
  agent = await makeAgent(url)
  server = await startServer(url)
})
// Stopped, so that it is the other one that takes the job.
beforeEach(async () => {
  standby = await startServer(url)
  process.kill(standby.pid, 'SIGSTOP')
})

/** The one that works is killed where it is stuck; the other goes on. */
async function killWorker(held: Awaited<ReturnType<typeof holdRows>>) {
  await held.awaited()
  const worker = server
  await worker.kill('SIGKILL')
  await held.release()
  server = standby
  process.kill(server.pid, 'SIGCONT')
}

const patience = { timeout: 60_000, interval: 20 }
const many = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await agent.apiOn(server)<RegisteredSession>('POST', '/sessions', { timeoutMs: 3_600_000 })).body.session.id))
const start = async (ids: string[]) =>
  (await agent.operatorOn(server)<BulkJob>('POST', '/bulk', { which: { ids }, count: ids.length, reason: 'clean up' })).body
const read = async (id: string) => (await agent.operatorOn(server)<BulkDetail>('GET', `/bulk/${id}`)).body
const over = (id: string, state: string) => vi.waitFor(async () => expect((await read(id)).job.state).toBe(state), patience)
const acts = (action: string, ids: string[]) =>
  agent.client<{ target_id: string }[]>`select target_id from audit where action = ${action} and target_id in ${agent.client(ids)}`

/** Rows of the session in the middle, held from before the job begins: its worker gets stuck there. */
async function stuckAt(place: 'the session' | 'its result', id: string) {
  if (place === 'the session') return holdRows(agent.client, `select from sessions where id = '${id}' for update`)
  await agent.client.unsafe(`
    create or replace function hold_result() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(7); return new; end $$;
    create or replace trigger hold_result before update on bulk_items for each row when (new.session_id = '${id}') execute function hold_result()`)
  return holdRows(agent.client, 'select pg_advisory_xact_lock(7)')
}

test.each([
  ['before a session is done', 'the session'],
  ['after a session is done, before its result is written', 'its result'],
] as const)('[OPS-2] the process that works on a job is killed with -9 %s: another goes on, each has one result and is done once', async (_, place) => {
  const ids = await many(12)
  const held = await stuckAt(place, ids[6]!)
  const job = await start(ids)
  await killWorker(held)
  await over(job.id, 'done')

  const { job: done, items } = await read(job.id)
  expect(done).toMatchObject({ total: 12, abandoned: 12, skipped: 0, failed: 0 })
  expect(new Set(items.map(({ sessionId }) => sessionId)).size).toBe(12)
  expect(items.every(({ result }) => result === 'abandoned')).toBe(true)
  expect((await acts('session.ended', ids)).map(({ target_id: id }) => id).toSorted()).toEqual(ids.toSorted())
}, 120_000)

test('[OPS-6] an undo goes on too, and progress is told a few times a second, not once per session', async () => {
  const ids = await many(30)
  const { id } = await start(ids)
  await over(id, 'done')
  const [told] = await agent.client<{ versions: number; ms: number }[]>`
    select (select count(*)::int from changes where topic = 'bulk' and entity = j.id::text) as versions,
      (extract(epoch from ended_at - started_at) * 1000)::float8 as ms from bulk_jobs j where id = ${id}`
  expect(told!.versions).toBeLessThan(4 + told!.ms / 300)
  // On a busy machine the lease of the killed one may take longer to lapse than the window.
  for (const table of ['sessions', 'reservations'])
    await agent.client`update ${agent.client(table)} set undo_until = undo_until + interval '10 min' where undo_until is not null`
  const held = await holdRows(agent.client, `select from sessions where id = '${ids[15]}' for update`)
  expect((await agent.operatorOn(server)('POST', `/bulk/${id}/undo`)).status).toBe(200)
  await killWorker(held)
  await over(id, 'undone')
  const { job, items } = await read(id)
  expect(job).toMatchObject({ abandoned: 30, undone: 30 })
  expect(items.every(({ result }) => result === 'undone')).toBe(true)
  expect((await acts('session.undone', ids)).map(({ target_id: one }) => one).toSorted()).toEqual(ids.toSorted())
}, 120_000)
