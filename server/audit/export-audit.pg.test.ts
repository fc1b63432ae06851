import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { type AuditEntry, AuditFilter, ExportAudit } from '../../contract/audit.ts'
import { type Client } from '../../db/client.ts'
import { anna, as, trail, writeEntries } from '../../test/audit.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { type Context, transaction } from '../context.ts'
import { csvHead, csvLine } from './csv.ts'
import { exportAudit } from './export-audit.ts'
import { recordAudit } from './record-audit.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  const opened = await testContext(await createDatabase())
  client = opened.client
  ctx = as(opened.ctx, anna)
  await writeEntries(client, 4_321, `case n % 5 when 0 then '=cmd|''/c calc''!A1' when 1 then e'two\\r\\nlines, "quoted"' else 'é ✓ ' || n end`)
})

const fileOf = async (input: Parameters<typeof ExportAudit.parse>[0] = {}) => text((await exportAudit(ctx, ExportAudit.parse(input))).text)
const entriesOf = (jsonl: string) => jsonl.split('\n').slice(0, -1).map((line) => JSON.parse(line) as AuditEntry)

const filters: AuditFilter[] = [{}, { action: ['token.made'] }, { q: 'quoted' }, { actor: ['Actor 7'], workspace: ['space-2'] }, { actor: ['nobody'] }]

test.each(filters)('[OPS-5] the export is the list, entry by entry: %j', async (filter) => {
  const listed = await trail(ctx, filter)
  expect(entriesOf(await fileOf(filter))).toEqual(listed)
  expect(await fileOf({ ...filter, format: 'csv' })).toBe(csvHead + listed.map(csvLine).join(''))
})

test('[OPS-5] the file has a name with the day, and the type of its format', async () => {
  expect(await exportAudit(ctx, { format: 'csv' })).toMatchObject({ name: expect.stringMatching(/^muster-audit-\d{4}-\d\d-\d\d\.csv$/) as string, type: 'text/csv; charset=utf-8' })
  expect(await exportAudit(ctx, { format: 'jsonl' })).toMatchObject({ type: 'application/jsonl; charset=utf-8' })
})

test('[OPS-5] entries written while it is read do not come into it, and none from before is lost or doubled', async () => {
  const before = await trail(ctx)
  const { text: pieces } = await exportAudit(ctx, { format: 'jsonl' })
  let file = ''
  for await (const piece of pieces) {
    file += piece
    // Also one whose clock went back, into the middle of what is still to be read.
    await client`insert into audit (at, actor_kind, actor_id, actor_name, action, target_kind, target_id)
      values (clock_timestamp() - interval '4000 s', 'system', 'late', 'late', 'session.swept', 'retention', 'late')`
    await transaction(ctx, (tx) => recordAudit(tx, { action: 'token.made', target: { kind: 'token', id: 'new' } }))
  }
  expect(entriesOf(file)).toEqual(before)
})

test('[OPS-5] between its batches it holds no transaction and no connection', async () => {
  const { text: pieces } = await exportAudit(ctx, { format: 'jsonl' })
  await pieces.next()
  await pieces.next()
  const busy = await client`select state, query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and (state <> 'idle' or backend_xmin is not null)`
  expect(busy).toEqual([])
  await pieces.return(undefined)
})
