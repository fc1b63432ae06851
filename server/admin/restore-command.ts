import path from 'node:path'
import { openEmbedded } from '../../db/embedded/open-embedded.ts'
import { type Config } from '../config.ts'
import { checkBackup } from './backup/check-backup.ts'
import { count, showProgress, total } from './backup/progress.ts'
import { refuseUnknownSchema, restoreBackup } from './backup/restore-backup.ts'
import { type Terminal } from './terminal.ts'

export async function restoreCommand({ file: given, replace }: { file: string; replace: boolean }, config: Config, { err, show }: Terminal) {
  const file = path.resolve(given)
  const checked = await checkBackup(file, showProgress('Checking', show))
  refuseUnknownSchema(checked)
  // Opened, not attached to: a Muster that runs on this folder is thereby refused.
  const embedded = config.databaseUrl === undefined ? await openEmbedded({ folder: config.dataFolder, log: () => {}, patienceMs: 0 }) : undefined
  try {
    const url = config.databaseUrl ?? embedded!.url
    await restoreBackup({ url, file, checked, replace, progress: showProgress('Restoring', show) })
  } finally {
    await embedded?.stop()
  }
  const { rows } = checked.end
  err(`Restored ${count(total(rows))} rows of ${Object.keys(rows).length} tables, as they were at ${checked.header.madeAt}.`)
  err('Everybody signs in again, with the password of then. Tokens work as they did then: one that was revoked since works again.')
}
