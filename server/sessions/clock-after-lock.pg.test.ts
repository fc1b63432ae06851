import { beforeAll, expect, test, vi } from 'vitest'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { holdRows, isAfter } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { endedAgo, register, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { beatSession } from '../liveness/beat-session.ts'
import { deleteSession } from './delete-session.ts'
import { endSession } from './end-session.ts'
import { readSession } from './read-session.ts'
import { recordContextQuery } from './record-context-query.ts'
import { reportProgress } from './report-progress.ts'
import { reportUsage } from './report-usage.ts'
import { updateSession } from './update-session.ts'

const days = 86_400_000
let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})

const rows = {
  session: (id: string) => `select from sessions where id = '${id}' for update`,
  beat: (id: string) => `select from session_beats where session_id = '${id}' for update`,
  usage: (id: string) => `select from session_usage where session_id = '${id}' for update`,
  thread: (id: string) => `select from threads where name = 'agent/${id}' for update`,
}

const completed = async (id: string) => (await endSession(ctx, id, { status: 'complete' })).completedAt
const verbs: { verb: string; row: keyof typeof rows; run: (id: string) => Promise<string | null> }[] = [
  { verb: 'completedAt of an end', row: 'session', run: completed },
  { verb: 'completedAt of an end', row: 'beat', run: completed },
  { verb: 'completedAt of an end', row: 'thread', run: completed },
  {
    verb: 'released_at of the thread that an end frees', row: 'beat',
    run: async (id) => {
      await endSession(ctx, id, { status: 'merged' })
      const [row] = await client`select to_jsonb(released_at) as at from reservations where session_id = ${id}`
      return row!.at as string
    },
  },
  { verb: 'lastProgressAt', row: 'session', run: async (id) => (await reportProgress(ctx, id, { activity: 'builds' })).lastProgressAt },
  {
    verb: 'lastBeatAt', row: 'beat',
    run: async (id) => {
      await beatSession(ctx, id)
      return (await readSession(ctx, id)).session.lastBeatAt
    },
  },
  ...(['session', 'usage'] as const).map((row) => ({
    verb: 'updatedAt of usage', row,
    run: async (id: string) => {
      await reportUsage(ctx, id, { source: 'agent', inputTokens: 2 })
      return (await readSession(ctx, id)).usageBySource[0]!.updatedAt
    },
  })),
  {
    verb: 'queriedAt of a context query', row: 'session',
    run: async (id) => {
      await recordContextQuery(ctx, id, { path: 'src' })
      return (await readSession(ctx, id)).contextQueries[0]!.queriedAt
    },
  },
]

test.each(verbs)('[GEN-1] $verb is read after waiting for the $row row', async ({ row, run }) => {
  const { id } = await registered(ctx)
  await reportUsage(ctx, id, { source: 'agent', inputTokens: 1 })
  const held = await holdRows(client, rows[row](id))
  const running = run(id)
  await held.awaited()
  const freedAt = await held.release()
  expect(await isAfter(client, await running, freedAt)).toBe(true)
})

test('[GEN-1] a registration that waited for its thread starts, beats and holds after the wait', async () => {
  const id = 'agent-waits-for-its-thread'
  await client`insert into threads (workspace, name) values ('default', ${`agent/${id}`})`
  const held = await holdRows(client, rows.thread(id))
  const running = register(ctx, {}, () => id)
  await held.awaited()
  const freedAt = await held.release()
  const { session } = await running
  const { holds } = await readSession(ctx, id)
  for (const at of [session.startedAt, session.lastBeatAt, session.lastProgressAt, holds[0]!.since])
    expect(await isAfter(client, at, freedAt)).toBe(true)
})

const onEnded: { verb: string; run: (id: string) => Promise<unknown> }[] = [
  { verb: 'the same end again', run: (id) => endSession(ctx, id, { status: 'complete' }) },
  { verb: 'another end', run: (id) => endSession(ctx, id, { status: 'merged' }) },
  { verb: 'delete', run: (id) => deleteSession(ctx, id) },
  { verb: 'update', run: (id) => updateSession(ctx, id, { name: 'late' }) },
]

test.each(onEnded)('[GEN-1] [SES-10] a session that crosses the edge while $verb waits for its row is not found', async ({ run }) => {
  const { id } = await registered(ctx)
  await endSession(ctx, id, { status: 'complete' })
  await endedAgo(client, id, 7 * days - 400)
  const held = await holdRows(client, rows.session(id))
  const running = run(id).catch((error: unknown) => error)
  await held.awaited()
  await vi.waitFor(async () => {
    const [row] = await client`select clock_timestamp() - completed_at >= interval '7 days' as over from sessions where id = ${id}`
    expect(row!.over).toBe(true)
  }, { interval: 10 })
  await held.release()
  expect(await running).toMatchObject({ code: 'session_not_found' })
})
