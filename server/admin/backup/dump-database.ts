import { createHash } from 'node:crypto'
import { type TransactionSql } from 'postgres'
import { copyOut } from './copy-out.ts'
import { countRows, type End, endOfRows, formatVersion, type Header, plainText, type TableLine } from './format.ts'
import { leftOut } from './left-out.ts'
import { listTables, type Table } from './list-tables.ts'
import { type Progress } from './progress.ts'

type Dump = { known: Table[]; progress: Progress; onEnd: (end: End) => void }

/** The text of a backup, piece by piece, as one snapshot shows the database. `tx` is REPEATABLE READ and has read nothing yet. */
export async function* dumpDatabase(tx: TransactionSql, { known, progress, onEnd }: Dump): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (piece: Buffer) => (hash.update(piece), piece)
  const line = (value: object) => hashed(Buffer.from(`${JSON.stringify(value)}\n`))
  const rows: End['rows'] = {}

  await tx.unsafe(plainText)
  // Before the first query takes the snapshot, so that no migration can change a table between the two.
  for (const { name } of known) await tx`lock table public.${tx(name)} in access share mode`
  yield line(await describe(tx))
  for (const { name, columns } of await listTables(tx)) {
    if (leftOut.has(name)) continue
    rows[name] = 0
    yield line({ table: name, columns } satisfies TableLine)
    for await (const piece of copyOut(tx`copy (select ${tx(columns)} from public.${tx(name)}) to stdout`)) {
      rows[name] += countRows(piece)
      progress(name, rows[name])
      yield hashed(piece)
    }
    yield hashed(Buffer.from(endOfRows))
  }
  // After the rows, because sequences know no snapshots: they may only be ahead of what was copied, never behind.
  const sequences = await readSequences(tx)
  const end: End = { rows, sequences, sha256: hash.digest('hex') }
  yield Buffer.from(`${JSON.stringify(end)}\n`)
  onEnd(end)
}

async function describe(tx: TransactionSql): Promise<Header> {
  const [here] = await tx<{ schema: number; postgres: string; at: string }[]>`
    select max(created_at)::float8 as schema, current_setting('server_version') as postgres,
      to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from drizzle.__drizzle_migrations`
  return { muster: 'backup', format: formatVersion, madeAt: here!.at, postgres: here!.postgres, schema: here!.schema }
}

async function readSequences(tx: TransactionSql): Promise<End['sequences']> {
  const found = await tx<{ name: string; at: string }[]>`
    select sequencename::text as name, last_value::text as at from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`
  return Object.fromEntries(found.map(({ name, at }) => [name, at]))
}
