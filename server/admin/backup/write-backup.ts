import { open, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Sql } from 'postgres'
import { connectDirect } from '../../../db/client.ts'
import { AdminError } from '../usage.ts'
import { dumpDatabase } from './dump-database.ts'
import { explainFile } from './explain-file.ts'
import { type End } from './format.ts'
import { listTables } from './list-tables.ts'
import { type Progress } from './progress.ts'

export type Written = { rows: End['rows']; bytes: number }

/** Writes beside the file and renames at the end: what stands under its name is whole. */
export async function writeBackup(url: string, file: string, progress: Progress): Promise<Written> {
  if (await stat(file).catch(() => null)) throw new AdminError(`${file} is there already.`, 'Name another file, or move that one away.')
  const draft = `${file}.${process.pid}.partial`
  const client = connectDirect(url)
  try {
    const known = await findMuster(client)
    const rows = await explainFile(file, () => writeDraft(client, draft, known, progress))
    const { size: bytes } = await stat(draft)
    await explainFile(file, () => rename(draft, file))
    return { rows, bytes }
  } finally {
    await rm(draft, { force: true })
    await client.end({ timeout: 1 })
  }
}

async function findMuster(client: Sql) {
  await client`set application_name = 'muster backup'`
  const [muster] = await client`select to_regclass('drizzle.__drizzle_migrations') is not null as here`
  if (!muster!.here)
    throw new AdminError('There is no Muster in this database, so there is nothing to back up.', 'Check DATABASE_URL or MUSTER_DATA.')
  return listTables(client)
}

async function writeDraft(client: Sql, draft: string, known: Awaited<ReturnType<typeof listTables>>, progress: Progress) {
  // It holds password hashes and the secret that signs cookies: for its owner's eyes only.
  const handle = await open(draft, 'wx', 0o600)
  let rows: End['rows'] = {}
  const onEnd = (end: End) => void (rows = end.rows)
  // Read only, so that it gets no xid: the change feed waits for open transactions that have one, not for this.
  await client.begin('isolation level repeatable read read only', (tx) =>
    pipeline(dumpDatabase(tx, { known, progress, onEnd }), createGzip(), handle.createWriteStream({ flush: true })),
  )
  return rows
}
