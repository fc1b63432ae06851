import { beforeAll, expect, test } from 'vitest'
import { type ListSessions } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { blocksTouched } from '../../test/blocks-touched.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { type Context } from '../context.ts'
import { announceVerdicts } from '../liveness/announce-verdicts.ts'
import { listSessions } from './list-sessions.ts'
import { sweepSessions } from './sweep-sessions.ts'

const [fewEnded, manyEnded, active] = [30_000, 120_000, 120]
let ctx: Context
let client: Client
/** What each statement cost while history was short. */
const few = new Map<string, number>()

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
  await fill(0, active, 'active')
  await fill(active, active + fewEnded, 'complete')
  for (const [what, verb] of verbs) few.set(what, await touched(verb))
  await fill(active + fewEnded, active + manyEnded, 'complete')
})

async function fill(after: number, to: number, status: string) {
  await client`
    with made as (
      insert into sessions (id, name, workspace, thread, thread_id, status, stall_ms, last_progress_at, started_at, completed_at, registered_by, announced_state)
      select 's-' || n, 'agent ' || n, 'w' || n % 20, 't' || n / 20, gen_random_uuid(), ${status}, 600000, now(), now() - age,
        case when ${status} <> 'active' then now() - age end, 'x', 'heartbeat progressing'
      from generate_series(${after + 1}::int, ${to}::int) n, lateral (select hashint4(n) % 144 * interval '1 hour' as age) a returning id
    ), beats as (insert into session_beats (session_id, last_beat_at, beats, timeout_ms) select id, now(), true, 3600000 from made)
    insert into session_usage (session_id, source, input_tokens, updated_at) select id, 'agent', 1, now() from made`
  await client`vacuum analyze`
}

const touched = (verb: (ctx: Context) => Promise<unknown>) => blocksTouched(ctx, client, verb)

const list = (filter: Omit<ListSessions, 'limit'>) => (tx: Context) => listSessions(tx, { ...filter, limit: 100 })
async function deepPage(tx: Context) {
  const [row] = await client`select to_jsonb(started_at) as at, id from sessions where started_at < now() - interval '5 days' limit 1`
  return listSessions(tx, { limit: 100, cursor: Buffer.from(JSON.stringify([row!.at, row!.id])).toString('base64url') })
}

const verbs: [string, (tx: Context) => Promise<unknown>][] = [
  ['a list of active ones', list({ status: ['active'] })],
  ['a list of active ones of a workspace', list({ status: ['active'], workspace: ['w3'] })],
  ['a list of active ones of a thread', list({ status: ['active'], thread: ['t3'] })],
  ['a list of alive ones', list({ liveness: ['alive'] })],
  ['a list of dead ones, of which there are none', list({ liveness: ['dead', 'quiet'] })],
  ['a list of stalled ones, of which there are none', list({ progress: ['stalled'] })],
  ['a list of those that need a person, of which there are none', list({ needs: ['you'] })],
  ['a list of active ones that are not on some hosts', list({ status: ['active'], not: ['host:laptop-*', 'needs:you'] })],
  ['a list of those without progress for ages, of which there are none', list({ compare: ['progress>100000000'] })],
  ['a list of the children of nobody', list({ parent: ['nobody'] })],
  ['a list of the sessions of a thread', list({ thread: ['t900'] })],
  ['the first page of all', list({})],
  ['a page deep inside', deepPage],
  ['a sweep with nothing to do', sweepSessions],
  ['a round of verdicts with nothing to announce', announceVerdicts],
]

test.each(verbs)('[GEN-10] %s reads as little with 120,000 past sessions as with 30,000', async (what, verb) => {
  expect(few.get(what)).toBeGreaterThan(0)
  // One more level of an index may be walked for each row and table. A plan that walks all active ones, once for the page and
  // once for the count, may be chosen too: it does not grow with history, which alone has thousands of blocks.
  expect(await touched(verb)).toBeLessThanOrEqual(few.get(what)! + 4 * active)
})

test('[GEN-10] counting stops at the cap', async () => {
  const [{ pages } = { pages: 0 }] = await client<{ pages: number }[]>`select relpages as pages from pg_class where relname = 'sessions'`
  expect(await touched((tx) => listSessions(tx, { limit: 1 }))).toBeLessThan(pages / 5)
})
