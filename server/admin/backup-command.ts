import path from 'node:path'
import { attachEmbedded } from '../../db/embedded/attach-embedded.ts'
import { type Config } from '../config.ts'
import { count, showProgress, total } from './backup/progress.ts'
import { writeBackup } from './backup/write-backup.ts'
import { type Terminal } from './terminal.ts'

/** Works beside a Muster that runs. It does not migrate: before an upgrade, the backup is of what is there. */
export async function backupCommand({ file }: { file?: string }, config: Config, { out, err, show }: Terminal) {
  const target = path.resolve(file ?? `muster-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`)
  const embedded = config.databaseUrl === undefined ? await attachEmbedded({ folder: config.dataFolder }) : undefined
  try {
    const { rows, bytes } = await writeBackup(config.databaseUrl ?? embedded!.url, target, showProgress('Backing up', show))
    out(target)
    err(`${count(total(rows))} rows of ${Object.keys(rows).length} tables, ${count(Math.ceil(bytes / 1024))} KB. Keep it secret: it holds password hashes.`)
  } finally {
    await embedded?.stop()
  }
}
