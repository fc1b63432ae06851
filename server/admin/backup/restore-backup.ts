import { type Sql, type TransactionSql } from 'postgres'
import { type AuditAction } from '../../../contract/audit.ts'
import { connectDirect } from '../../../db/client.ts'
import { migrationLock, PostgresTooOld } from '../../../db/migrate.ts'
import { AdminError } from '../usage.ts'
import { applyMigrations, knownMigrations } from './apply-migrations.ts'
import { type Checked } from './check-backup.ts'
import { clearSchema } from './clear-schema.ts'
import { plainText } from './format.ts'
import { loadRows } from './load-rows.ts'
import { type Progress, total } from './progress.ts'
import { refuseWhileRunning } from './refuse-while-running.ts'

export type Restore = { url: string; file: string; checked: Checked; replace: boolean; progress: Progress }

/** One transaction: schema as of the backup, its rows, the migrations since. Whatever fails, the old data is whole. */
export async function restoreBackup({ url, ...restore }: Restore) {
  const client = connectDirect(url)
  try {
    await client`set application_name = 'muster restore'`
    await refuseOthers(client)
    await client.begin((tx) => restoreIn(tx, restore))
  } finally {
    await client.end({ timeout: 1 })
  }
}

/** A Muster that starts from now on waits with its migration until this connection ends, and then finds the restored data. */
async function refuseOthers(client: Sql) {
  const [server] = await client<{ number: number }[]>`select current_setting('server_version_num')::int as number`
  if (server!.number < 150_000) throw new PostgresTooOld('Muster needs PostgreSQL 15 or newer.')
  const [lock] = await client`select pg_try_advisory_lock(${migrationLock}) as taken`
  if (!lock!.taken)
    throw new AdminError('Another Muster is starting or restoring on this database at this moment.', 'Stop every Muster on this database, then restore.')
  await refuseWhileRunning(client)
}

async function restoreIn(tx: TransactionSql, { file, checked, replace, progress }: Omit<Restore, 'url'>) {
  await tx.unsafe(plainText)
  const epochBefore = await readEpoch(tx)
  await clearSchema(tx, { replace, inFile: checked.tables })
  const { schema } = checked.header
  await applyMigrations(tx, { after: 0, upTo: schema })
  await loadRows(tx, file, checked.tables, progress)
  await applyMigrations(tx, { after: schema, upTo: Infinity })
  await askForNewEpoch(tx, epochBefore)
  await recordRestore(tx, checked)
  await refuseWhileRunning(tx)
}

async function readEpoch(tx: TransactionSql): Promise<string> {
  const [table] = await tx`select to_regclass('public.feed') is not null as there`
  const [feed] = table!.there ? await tx<{ epoch: string }[]>`select epoch::text from feed` : []
  return feed?.epoch ?? '0'
}

/** Whoever opens the feed next finds that it belongs to another system, and begins an epoch above both. */
async function askForNewEpoch(tx: TransactionSql, epochBefore: string) {
  await tx`
    insert into feed (epoch, floor, system_identifier) values (${epochBefore}, '0', 'restored')
    on conflict (one) do update set epoch = greatest(feed.epoch, excluded.epoch), floor = '0', system_identifier = 'restored'`
}

/** The trail of before is replaced too, so the new one begins with why. Nobody follows the feed yet: no change row. */
async function recordRestore(tx: TransactionSql, { header, end }: Checked) {
  const action: AuditAction = 'database.restored'
  const after = { backupMadeAt: header.madeAt, rows: total(end.rows) }
  await tx`
    insert into audit (actor_kind, actor_id, actor_name, action, target_kind, target_id, after)
    values ('system', 'command-line', 'command line', ${action}, 'database', current_database(), ${tx.json(after)})`
}

/** What this Muster can't bring up to its own schema is refused before the database is touched. */
export function refuseUnknownSchema({ header }: Checked) {
  const known = knownMigrations().map(({ folderMillis }) => folderMillis)
  if (known.includes(header.schema)) return
  throw header.schema > Math.max(...known)
    ? new AdminError('This backup is of a newer Muster than this one.', 'Update this Muster, then restore.')
    : new AdminError('This backup is of a Muster whose schema this one does not know.', 'Restore it with the Muster that made it.')
}
