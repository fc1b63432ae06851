import { beforeAll, expect, test } from 'vitest'
import { type DomainError } from '../../contract/errors.ts'
import { type Session } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { changesOf, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { beatSession } from '../liveness/beat-session.ts'
import { endSession } from './end-session.ts'
import { readSession } from './read-session.ts'
import { recordContextQuery } from './record-context-query.ts'
import { reportProgress } from './report-progress.ts'
import { reportUsage } from './report-usage.ts'
import { updateSession } from './update-session.ts'

let ctx: Context
let client: Client
let ended: Session

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
  const { id } = await registered(ctx)
  const operator: Context = { ...ctx, actor: { kind: 'person', id: 'p1', name: 'Olga', role: 'operator', workspace: null } }
  ended = await endSession(operator, id, { status: 'abandoned', reason: 'looped' })
})

const writes: { write: string; run: (id: string) => Promise<unknown> }[] = [
  { write: 'heartbeat', run: (id) => beatSession(ctx, id) },
  { write: 'update', run: (id) => updateSession(ctx, id, { model: 'other' }) },
  { write: 'empty update', run: (id) => updateSession(ctx, id, {}) },
  { write: 'progress', run: (id) => reportProgress(ctx, id, { activity: 'goes on' }) },
  { write: 'usage', run: (id) => reportUsage(ctx, id, { source: 'agent', inputTokens: 9 }) },
  { write: 'usage as a delta', run: (id) => reportUsage(ctx, id, { source: 'otel', toolCalls: 1, delta: { series: 's', interval: '1' } }) },
  { write: 'another end', run: (id) => endSession(ctx, id, { status: 'complete' }) },
]

test.each(writes)('[SES-5] $write to an ended session is told how, when and by whom it ended, and changes nothing', async ({ run }) => {
  const error = (await run(ended.id).catch((reason: unknown) => reason)) as DomainError
  const { status, completedAt, endedBy, endReason } = ended
  expect(error).toMatchObject({ code: 'session_ended', details: { id: ended.id, status, completedAt, endedBy, reason: endReason } })
  for (const said of ['abandoned', completedAt!, 'person Olga', 'looped']) expect(error.message).toContain(said)
  expect((await readSession(ctx, ended.id)).session).toEqual(ended)
  expect(await changesOf(client, ended.id)).toHaveLength(2)
})

test.each(writes)('$write to a session that never was is not found', async ({ run }) => {
  await expect(run('nobody')).rejects.toMatchObject({ code: 'session_not_found' })
})

test('[SES-7] context queries append to an active session, newest first, as a new version', async () => {
  const { id } = await registered(ctx)
  await recordContextQuery(ctx, id, { path: 'src/a.ts' })
  await recordContextQuery(ctx, id, { path: 'src/b.ts', scope: 'callers' })
  const { contextQueries, session } = await readSession(ctx, id)
  expect(contextQueries).toMatchObject([{ path: 'src/b.ts', scope: 'callers' }, { path: 'src/a.ts', scope: null }])
  expect(session.version).toBe(3)
  expect(await changesOf(client, id)).toHaveLength(3)
})

test('[SES-7] for a missing or ended session a context query succeeds and does nothing', async () => {
  await recordContextQuery(ctx, 'nobody', { path: 'src' })
  await recordContextQuery(ctx, ended.id, { path: 'src' })
  expect((await readSession(ctx, ended.id)).contextQueries).toEqual([])
  expect((await readSession(ctx, ended.id)).session).toEqual(ended)
  expect(await client`select from context_queries where session_id in ('nobody', ${ended.id})`).toHaveLength(0)
})

test('[SES-7] only the newest hundred are shown, all are kept', async () => {
  const { id } = await registered(ctx)
  await client`insert into context_queries (session_id, path, queried_at) select ${id}, 'p' || n, now() from generate_series(1, 120) n`
  const { contextQueries } = await readSession(ctx, id)
  expect(contextQueries.map(({ path }) => path)).toEqual(Array.from({ length: 100 }, (_, at) => `p${120 - at}`))
})
