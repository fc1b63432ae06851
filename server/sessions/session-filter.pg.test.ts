import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { livenessVerdicts, progressStates, SessionFilter, sessionStatuses } from '../../contract/sessions.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { type Context } from '../context.ts'
import { listSessions } from './list-sessions.ts'

const hours = 3_600_000
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const word = fc.constantFrom('a', 'B', 'ab', 'a%b', 'a_b', 'axb', 'a\\b', 'a b', '%', '_', '\\', 'Main', 'main/x', "it's", '\u0001')
const labels = fc.dictionary(fc.constantFrom('team', 'tier', 'a.b', '"'), fc.constantFrom('', 'red', 'a=b', '%', '"'), { maxKeys: 3 })

const row = fc.record({
  name: word, workspace: fc.constantFrom('w1', 'w2', 'w3'), thread: fc.constantFrom('t1', 't2', 'a/b'),
  status: fc.constantFrom(...sessionStatuses, 'active', 'active'), harness: maybe(word), provider: maybe(word), model: maybe(word),
  hostId: maybe(word), hostname: maybe(word), parent: maybe(word), activity: maybe(word), worktreePath: maybe(word), labels,
  waitingFor: maybe(fc.constant('a person')), beatAgo: maybe(fc.constantFrom(0, 0.8 * hours, 3 * hours)), progressAgo: fc.constantFrom(0, 30 * hours),
})
type Row = { id: string } & (typeof row extends fc.Arbitrary<infer Value> ? Value : never)

const rarely = <Value>(value: fc.Arbitrary<Value>) => fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: value, weight: 1 })
const some = <Value>(value: fc.Arbitrary<Value>) => rarely(fc.array(value, { minLength: 1, maxLength: 3 }))
const filters = {
  status: some(fc.constantFrom(...sessionStatuses)), liveness: some(fc.constantFrom(...livenessVerdicts)),
  progress: some(fc.constantFrom(...progressStates)),
  workspace: some(fc.constantFrom('w1', 'w2', 'w9')), thread: some(fc.constantFrom('t1', 'a/b')), host: some(word), harness: some(word),
  provider: some(word), model: some(word), parent: some(word),
  label: some(fc.constantFrom('team', 'tier=red', 'tier=', 'team=a=b', 'a.b=%', 'none', '"="')),
  q: rarely(fc.array(word, { maxLength: 3 }).map((words) => words.join(' '))),
}

/** The same filters, said plainly. */
function fits(session: Row, wanted: SessionFilter): boolean {
  const verdict = session.status !== 'active' ? 'ended'
    : session.beatAgo === null ? 'unknown'
    : session.beatAgo > hours ? 'dead'
    : session.beatAgo >= hours / 2 ? 'quiet' : 'alive'
  const lives = verdict === 'alive' || verdict === 'quiet'
  const progress = !lives ? null : session.waitingFor !== null ? 'waiting' : session.progressAgo > 24 * hours ? 'stalled' : 'progressing'
  const among = (values: readonly unknown[] | undefined, ...mine: unknown[]) => !values || mine.some((value) => value !== null && values.includes(value))
  const texts = [session.name, session.id, session.thread, session.activity, session.model, session.harness, session.hostname, session.hostId, session.worktreePath]
  return (
    among(wanted.status, session.status) && among(wanted.liveness, verdict) && among(wanted.progress, progress) &&
    among(wanted.workspace, session.workspace) && among(wanted.thread, session.thread) && among(wanted.host, session.hostId, session.hostname) &&
    among(wanted.harness, session.harness) && among(wanted.provider, session.provider) && among(wanted.model, session.model) &&
    among(wanted.parent, session.parent) &&
    (wanted.label ?? []).every((label) => {
      const [key = '', ...value] = label.split('=')
      return label.includes('=') ? session.labels[key] === value.join('=') : key in session.labels
    }) &&
    (wanted.q ?? '').split(/\s+/).filter(Boolean).every((part) => texts.some((text) => text?.toLowerCase().includes(part.toLowerCase())))
  )
}

let ctx: Context
const fleet: Row[] = fc.sample(row, { numRuns: 400, seed: 12 }).map((session, at) => ({ ...session, id: `s-${String(at).padStart(3, '0')}` }))

beforeAll(async () => {
  const opened = await testContext(await createDatabase())
  ctx = opened.ctx
  await opened.client`
    with r as (
      select * from jsonb_to_recordset(${JSON.stringify(fleet)}::jsonb) as r(
        id text, name text, workspace text, thread text, status text, harness text, provider text, model text, "hostId" text, hostname text,
        parent text, activity text, "worktreePath" text, labels jsonb, "waitingFor" text, "beatAgo" float8, "progressAgo" float8)
    ), made as (
      insert into sessions (id, name, workspace, thread, thread_id, status, harness, provider, model, host_id, hostname, native_parent_actor_key,
        activity, worktree_path, labels, waiting_for, stall_ms, last_progress_at, started_at, completed_at, registered_by)
      select id, name, workspace, thread, gen_random_uuid(), status, harness, provider, model, "hostId", hostname, parent,
        activity, "worktreePath", labels, "waitingFor", 86400000, now() - "progressAgo" * interval '1 ms', now(),
        case when status <> 'active' then now() end, 'x' from r
    )
    insert into session_beats (session_id, last_beat_at, beats, timeout_ms)
    select id, now() - "beatAgo" * interval '1 ms', true, 3600000 from r`
})

const found = async (wanted: unknown) => {
  const { items, total } = await listSessions(ctx, { ...SessionFilter.parse(wanted), limit: 1000 })
  expect(total!.count).toBe(items.length)
  return items.map(({ id }) => id)
}
const expected = (wanted: SessionFilter) => fleet.filter((session) => fits(session, wanted)).map(({ id }) => id).toReversed()

test('the filters here are all that there are', () => {
  expect(Object.keys(filters).toSorted()).toEqual(Object.keys(SessionFilter.shape).toSorted())
})

test.each(Object.entries(filters))('[SES-12] %s filters as a plain loop over all sessions would', async (field, values) => {
  let hits = 0
  const given = (values as fc.Arbitrary<unknown>).filter((value) => value !== undefined)
  await fc.assert(
    fc.asyncProperty(given, async (value) => {
      const ids = await found({ [field]: value })
      expect(ids).toEqual(expected({ [field]: value }))
      if (ids.length > 0 && ids.length < fleet.length) hits++
    }),
    { numRuns: 8, seed: 34 },
  )
  expect(hits).toBeGreaterThan(0)
})

test('[SES-12] any combination of filters finds what a plain loop over all sessions would', async () => {
  let hits = 0
  await fc.assert(
    fc.asyncProperty(fc.record(filters), async (wanted) => {
      const ids = await found(wanted)
      expect(ids).toEqual(expected(wanted))
      if (ids.length > 0) hits++
    }),
    { numRuns: 200, seed: 56 },
  )
  expect(hits).toBeGreaterThan(20)
})

test.each(['%', '_', '\\', 'a%b', 'a_b', 'a\\b', "'", '\u0001'])('[SES-12] %j in free text means itself', async (q) => {
  const ids = await found({ q })
  expect(ids).toEqual(expected({ q }))
  expect(ids.length).toBeLessThan(fleet.length)
})
