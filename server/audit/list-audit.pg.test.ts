import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type AuditEntry, AuditFilter, AuditPage, ListAudit } from '../../contract/audit.ts'
import { type Client } from '../../db/client.ts'
import { anna, as, trail, writeEntries } from '../../test/audit.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { type Context, transaction } from '../context.ts'
import { listAudit } from './list-audit.ts'
import { recordAudit } from './record-audit.ts'

let ctx: Context
let client: Client
let all: AuditEntry[]

beforeAll(async () => {
  const opened = await testContext(await createDatabase())
  client = opened.client
  ctx = as(opened.ctx, anna)
  await writeEntries(client, 300, `case n % 7 when 0 then null when 1 then '100% of \\_it\\' else 'Reason ' || n % 20 end`)
  // Two at one instant: the id parts them.
  await client`insert into audit (at, actor_kind, actor_id, actor_name, action, target_kind, target_id)
    select now(), 'system', 'muster', 'Muster', 'session.swept', 'retention', 'sessions' from generate_series(1, 5)`
  all = await trail(ctx)
})

const within = (wanted: string[] | undefined, ...values: (string | null)[]) => !wanted?.length || values.some((value) => value !== null && wanted.includes(value))

/** What the filter means, said once more without SQL. */
const fits = (entry: AuditEntry, filter: AuditFilter) =>
  within(filter.actor, entry.actorId, entry.actorName) &&
  within(filter.action, entry.action) &&
  within(filter.targetKind, entry.targetKind) &&
  within(filter.target, entry.targetId) &&
  within(filter.workspace, entry.workspace) &&
  (filter.from === undefined || Date.parse(entry.at) >= Date.parse(filter.from)) &&
  (filter.to === undefined || Date.parse(entry.at) < Date.parse(filter.to)) &&
  (filter.q ?? '').toLowerCase().split(/\s+/).every((word) =>
    [entry.actorName, entry.action, entry.targetName, entry.targetId, entry.reason].join('\n').toLowerCase().includes(word))

const ids = (entries: AuditEntry[]) => entries.map(({ id }) => id)
const some = (...values: string[]) => fc.subarray(values, { minLength: 1 })
const instant = fc.integer({ min: -10, max: 310 }).map((seconds) => new Date(Date.now() - seconds * 1000).toISOString())
const every = fc.record({
  actor: some('actor-3', 'Actor 4', 'actor-49', 'Muster', 'nobody'),
  action: some('session.ended', 'token.made', 'session.swept'),
  targetKind: some('session', 'retention'),
  target: some('target-3', 'target-4', 'sessions'),
  workspace: some('space-1', 'space-2'),
  from: instant,
  to: instant,
  q: fc.constantFrom('reason', 'ACTOR 1', '100%', '\\_it\\', '_', '%', 'ended reason', 'sessions', "'; --"),
})
type Field = keyof AuditFilter
const fields: Field[] = ['actor', 'action', 'targetKind', 'target', 'workspace', 'from', 'to', 'q']
/** One to three at a time: more, and nothing fits whatever they mean. */
const filters = fc.tuple(every, fc.subarray(fields, { minLength: 1, maxLength: 3 })).map(([given, kept]): AuditFilter => Object.fromEntries(kept.map((field) => [field, given[field]])))

test('[OPS-5] any combination of filters is what it says, in one order, over any size of page', async () => {
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 20, max: 400 }), async (filter, limit) => {
      expect(ids(await trail(ctx, { ...filter, limit }))).toEqual(ids(all.filter((entry) => fits(entry, filter))))
    }),
    { numRuns: 200 },
  )
})

test('[GEN-10] pages end to end are the whole, newest first, by time and then by id', async () => {
  expect(all).toHaveLength(305)
  expect(all.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id)).toEqual(all)
  expect(await trail(ctx, { limit: 7 })).toEqual(all)
  expect(await trail(ctx, { limit: 1, action: ['session.swept'] })).toHaveLength(5)
})

test('[GEN-10] what is written between two pages moves nothing and comes twice nowhere', async () => {
  const first = await listAudit(ctx, ListAudit.parse({ limit: 50 }))
  await transaction(ctx, (tx) => recordAudit(tx, { action: 'setting.changed', target: { kind: 'setting', id: 'x' }, workspace: 'elsewhere' }))
  const second = await listAudit(ctx, ListAudit.parse({ limit: 1000, cursor: first.nextCursor! }))
  expect(ids([...first.items, ...second.items])).toEqual(ids(all))
  AuditPage.parse(first)
})

test('[SEC-2] who is limited to a workspace sees what was done in it, and nothing by asking for another', async () => {
  const limited = as(ctx, { ...anna, kind: 'token', role: 'viewer', workspace: 'space-1' })
  expect(ids(await trail(limited))).toEqual(ids(all.filter(({ workspace }) => workspace === 'space-1')))
  expect(await trail(limited, { workspace: ['space-2'] })).toEqual([])
})

test.each(['x', 'e30', Buffer.from('["2020-01-01T00:00:00+00:00","1"]').toString('base64url'), Buffer.from('["0000-01-01T00:00:00+00:00",1]').toString('base64url')])(
  '[GEN-10] a cursor that was not given out by the list is refused: %s',
  async (cursor) => expect(listAudit(ctx, ListAudit.parse({ cursor }))).rejects.toMatchObject({ code: 'invalid_cursor' }),
)

test.each(['0000-01-01T00:00:00Z', '2026-01-01T00:00:00+23:00', '2026-01-01', 'yesterday'])('a bound that Postgres can not compare is refused: %s', (from) => {
  expect(AuditFilter.safeParse({ from }).success).toBe(false)
})

test('[GEN-10] a rare filter is found by an index, however long the trail', async () => {
  await writeEntries(client, 20_000)
  await client`analyze audit`
  const plan = async (condition: string) => {
    const rows = await client.unsafe(`explain select * from audit where ${condition} order by at desc, id desc limit 100`)
    return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
  }
  for (const condition of ["action = 'setting.changed'", "target_id = 'target-77'", "target_kind = 'retention'", "(actor_id = 'Muster' or actor_name = 'Muster')", "at < now() - interval '19000 s'", "workspace = 'elsewhere'", 'true'])
    expect(await plan(condition), condition).not.toMatch(/Seq Scan/)
})
