import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { matchSession } from '../../contract/match-session.ts'
import { livenessVerdicts, negatedFields, progressStates, type Session, SessionFilter, sessionStatuses } from '../../contract/sessions.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { type Context } from '../context.ts'
import { listSessions } from './list-sessions.ts'

const hours = 3_600_000
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const word = fc.constantFrom('a', 'B', 'ab', 'a%b', 'a_b', 'axb', 'a\\b', 'a b', '%', '_', '\\', 'Main', 'main/x', "it's", '\u0001')
const wanted = fc.oneof(word, fc.constantFrom('a*', '*b', '*', 'a*b', '*%*', '*_*', '*\\*', '*a*b*', 'M*', '**x'))
const labels = fc.dictionary(fc.constantFrom('team', 'tier', 'a.b', '"'), fc.constantFrom('', 'red', 'a=b', '%', '"'), { maxKeys: 3 })

const row = fc.record({
  name: word, workspace: fc.constantFrom('w1', 'w2', 'w3'), thread: fc.constantFrom('t1', 't2', 'a/b'),
  status: fc.constantFrom(...sessionStatuses, 'active', 'active'), harness: maybe(word), provider: maybe(word), model: maybe(word),
  hostId: maybe(word), hostname: maybe(word), parent: maybe(word), activity: maybe(word), worktreePath: maybe(word), labels,
  waitingFor: maybe(fc.constant('a person')), beatAgo: maybe(fc.constantFrom(0, 0.8 * hours, 3 * hours)), progressAgo: maybe(fc.constantFrom(0, 5 * hours, 30 * hours)),
  startedAgo: fc.constantFrom(1 * hours, 40 * hours), endedAgo: fc.constantFrom(0, 0.5 * hours), holds: fc.boolean(),
  usage: maybe(fc.record({ tokens: maybe(fc.constantFrom(0, 900, 5_000_000)), cost: maybe(fc.constantFrom(0, 1, 1_100_000, 8_420_000)) })),
})

const rarely = <Value>(value: fc.Arbitrary<Value>) => fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: value, weight: 1 })
const some = <Value>(value: fc.Arbitrary<Value>) => rarely(fc.array(value, { minLength: 1, maxLength: 3 }))
const filters = {
  status: some(fc.constantFrom(...sessionStatuses)), liveness: some(fc.constantFrom(...livenessVerdicts)),
  progress: some(fc.constantFrom(...progressStates)), needs: some(fc.constant('you')),
  workspace: some(fc.constantFrom('w1', 'w2', 'w9', 'w*')), thread: some(fc.constantFrom('t1', 'a/b', '*/*')), host: some(wanted), harness: some(wanted),
  provider: some(wanted), model: some(wanted), parent: some(wanted),
  label: some(fc.constantFrom('team', 'tier=red', 'tier=', 'team=a=b', 'a.b=%', 'none', '"="', 'team=*', 'tier=r*', 'a.b=*%')),
  q: rarely(fc.array(word, { maxLength: 3 }).map((words) => words.join(' '))),
  compare: some(fc.constantFrom('cost>1.1', 'cost>1.0999', 'cost<0.000002', 'tokens>899', 'tokens<5000000', 'age>36000', 'age<7200', 'beat>3600', 'beat<600', 'progress>7200', 'progress<7200')),
  not: some(fc.oneof(
    fc.tuple(fc.constantFrom('host', 'harness', 'provider', 'model', 'parent', 'thread', 'workspace', 'q'), wanted).map((parts) => parts.join(':')),
    fc.constantFrom('status:active', 'status:merged', 'liveness:dead', 'liveness:ended', 'progress:waiting', 'progress:stalled', 'needs:you', 'label:team', 'label:tier=r*', 'thread:t1', 'workspace:w*'),
  ).filter((text) => SessionFilter.safeParse({ not: [text] }).success)),
}

let ctx: Context
let bodies: Session[]
const fleet = fc.sample(row, { numRuns: 400, seed: 12 }).map((session, at) => ({ ...session, id: `s-${String(at).padStart(3, '0')}` }))

beforeAll(async () => {
  const opened = await testContext(await createDatabase())
  ctx = opened.ctx
  await opened.client`
    with r as (
      select * from jsonb_to_recordset(${JSON.stringify(fleet)}::jsonb) as r(
        id text, name text, workspace text, thread text, status text, harness text, provider text, model text, "hostId" text, hostname text,
        parent text, activity text, "worktreePath" text, labels jsonb, "waitingFor" text, "beatAgo" float8, "progressAgo" float8,
        "startedAgo" float8, "endedAgo" float8, holds boolean, usage jsonb)
    ), made as (
      insert into sessions (id, name, workspace, thread, thread_id, status, harness, provider, model, host_id, hostname, native_parent_actor_key,
        activity, worktree_path, labels, waiting_for, stall_ms, last_progress_at, started_at, completed_at, registered_by)
      select id, name, workspace, thread, gen_random_uuid(), status, harness, provider, model, "hostId", hostname, parent,
        activity, "worktreePath", labels, "waitingFor", 86400000, now() - "progressAgo" * interval '1 ms',
        now() - "startedAgo" * interval '1 ms', case when status <> 'active' then now() - "endedAgo" * interval '1 ms' end, 'x' from r
    ), used as (
      insert into session_usage (session_id, source, input_tokens, cost_micro_usd, updated_at)
      select id, 'agent', (usage ->> 'tokens')::bigint, (usage ->> 'cost')::bigint, now() from r where jsonb_typeof(usage) = 'object'
    ), held as (
      insert into threads (workspace, name) select 'held', id from r where holds returning id, name
    ), reserved as (
      insert into reservations (thread_id, session_id, session_name, generation, token_hash, reserved_at, released_at, released_as)
      select h.id, r.id, r.name, 1, 'x', now(), case when status <> 'active' then now() end, case when status <> 'active' then 'complete' end
      from held h join r on r.id = h.name
    )
    insert into session_beats (session_id, last_beat_at, beats, timeout_ms)
    select id, now() - "beatAgo" * interval '1 ms', true, 3600000 from r`
  bodies = (await listSessions(ctx, { limit: 1000 })).items
  expect(bodies).toHaveLength(fleet.length)
})

const found = async (wanted: unknown) => {
  const { items, total } = await listSessions(ctx, { ...SessionFilter.parse(wanted), limit: 1000 })
  expect(total!.count).toBe(items.length)
  return items.map(({ id }) => id)
}
/** What a page would say of the same sessions, one by one (app/live). */
const expected = (wanted: SessionFilter) => bodies.filter((session) => matchSession(session, wanted, Date.now())).map(({ id }) => id)

test('the filters here are all that there are, and all of one session but comparisons can be negated', () => {
  expect(Object.keys(filters).toSorted()).toEqual(Object.keys(SessionFilter.shape).toSorted())
  expect([...negatedFields, 'compare', 'not'].toSorted()).toEqual(Object.keys(SessionFilter.shape).toSorted())
})

test('the fleet here has all states that a filter can ask for', () => {
  const seen = new Set(bodies.map(({ status, liveness, progress, holds }) => [status, liveness.verdict, progress, holds.length].join()))
  for (const state of ['active,dead,,1', 'active,dead,,0', 'active,quiet,waiting,0', 'active,alive,stalled,1', 'active,unknown,,1', 'merged,ended,,0']) expect(seen).toContain(state)
})

test.each(Object.entries(filters))('[SES-12] %s means in SQL what it means to a page', async (field, values) => {
  let hits = 0
  const given = (values as fc.Arbitrary<unknown>).filter((value) => value !== undefined)
  await fc.assert(
    fc.asyncProperty(given, async (value) => {
      const ids = await found({ [field]: value })
      expect(ids).toEqual(expected({ [field]: value }))
      if (ids.length > 0 && ids.length < fleet.length) hits++
    }),
    { numRuns: 12, seed: 34 },
  )
  expect(hits).toBeGreaterThan(0)
})

test('[SES-12] any combination of filters finds what a page would let in', async () => {
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
