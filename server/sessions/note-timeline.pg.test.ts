import { beforeAll, expect, test } from 'vitest'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { registered } from '../../test/sessions.ts'
import { type Context, transaction } from '../context.ts'
import { mostEntries, noteTimeline } from './note-timeline.ts'
import { readSession } from './read-session.ts'
import { reportProgress } from './report-progress.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})

test('that it waits for a person, and for what, and that it goes on, is told when it changes', async () => {
  const { id } = await registered(ctx)
  for (const waitingFor of [undefined, null, 'permission', 'permission', undefined, 'input', null, null])
    await reportProgress(ctx, id, { activity: 'works', waitingFor })
  const { timeline } = await readSession(ctx, id)
  expect(timeline.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['resumed', 'input'], ['waiting', 'input'], ['waiting', 'permission'], ['registered', `agent/${id}`],
  ])
})

test('a session that flaps keeps its newest entries only, and others keep theirs', async () => {
  const [flapping, calm] = [(await registered(ctx)).id, (await registered(ctx)).id]
  const note = (sessionId: string, count: number, from = 0) => transaction(ctx, (tx) =>
    noteTimeline(tx, Array.from({ length: count }, (_, at) => ({ sessionId, kind: 'dead' as const, subject: String(from + at) }))))
  await note(flapping, 150)
  await note(flapping, 150, 150)
  await note(flapping, 1, 300)
  const kept = await client<{ subject: string }[]>`select subject from session_timeline where session_id = ${flapping} order by id`
  expect([kept.length, kept[0]!.subject, kept.at(-1)!.subject]).toEqual([mostEntries, '101', '300'])
  expect((await readSession(ctx, calm)).timeline.map(({ kind }) => kind)).toEqual(['registered'])
})
