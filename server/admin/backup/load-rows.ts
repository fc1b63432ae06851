import { type TransactionSql } from 'postgres'
import { copyIn, type CopyIn } from './copy-in.ts'
import { type End } from './format.ts'
import { type Progress } from './progress.ts'
import { readBackup } from './read-backup.ts'

/** Everything of the file into tables that stand as they did when it was made. */
export async function loadRows(tx: TransactionSql, file: string, tables: string[], progress: Progress) {
  // What migrations and triggers put into tables is in the file already.
  const enableAgain = await disableTriggers(tx)
  for (const name of tables) await tx`truncate public.${tx(name)} cascade`
  let copy: CopyIn | undefined
  let table = ''
  for await (const part of readBackup(file)) {
    if (part.kind === 'rows') {
      await copy!.write(part.rows)
      progress(table, part.soFar)
      continue
    }
    await copy?.end()
    copy = part.kind === 'table' ? await copyIn(tx, part.table) : undefined
    if (part.kind === 'table') table = part.table.table
    if (part.kind === 'end') await setSequences(tx, part.end.sequences)
  }
  for (const statement of enableAgain) await tx.unsafe(statement)
}

/** Gives what brings each back as it was: one that always fires is more than one that is enabled. */
async function disableTriggers(tx: TransactionSql): Promise<string[]> {
  const triggers = await tx<{ disable: string; enable: string }[]>`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as disable,
      format('alter table %s enable %s trigger %I', tgrelid::regclass,
        case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as enable
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgenabled <> 'D' and relnamespace = 'public'::regnamespace`
  for (const { disable } of triggers) await tx.unsafe(disable)
  return triggers.map(({ enable }) => enable)
}

async function setSequences(tx: TransactionSql, sequences: End['sequences']) {
  for (const [name, at] of Object.entries(sequences)) await tx`select setval(format('public.%I', ${name}::text)::regclass, ${at}::bigint)`
}
