import { createHash, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { clusterIn } from './cluster.ts'
import { EmbeddedError } from './embedded-error.ts'
import { canEnter, sharedFolder } from './reachable.ts'
import { serverIdentity } from './server-identity.ts'

const markerName = 'kept-elsewhere'

/** The wanted folder, or, when root's server user can't enter it, one in /var/lib that the wanted folder then names. */
export async function placeHome(wanted: string, log: (line: string) => void): Promise<string> {
  const made = await mkdir(wanted, { recursive: true, mode: 0o700 })
  const folder = await realpath(wanted)
  if (process.getuid?.() !== 0) return folder
  if (made) await chmod(folder, 0o711)
  const marker = path.join(folder, markerName)
  const elsewhere = await readFile(marker, 'utf8').catch(() => undefined)
  if (elsewhere) return makeEnterable(elsewhere)
  const cluster = clusterIn(folder)
  if (await canEnter(folder, await serverIdentity(cluster.data))) return folder
  if (await cluster.exists()) throw lockedIn(folder)
  const home = await makeEnterable(await claim(marker, folder))
  log(`PostgreSQL's user can't enter ${folder}: the data is kept in ${home}.`)
  return home
}

/** Of two starters one writes the marker; both go by what it says. */
async function claim(marker: string, folder: string) {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const own = `${marker}.${process.pid}`
  await writeFile(own, path.join(sharedFolder, `${name}-${randomBytes(3).toString('hex')}`))
  await link(own, marker).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(own)
  return readFile(marker, 'utf8')
}

async function makeEnterable(home: string) {
  await mkdir(home, { recursive: true })
  await chmod(sharedFolder, 0o755)
  await chmod(home, 0o711)
  return home
}

function lockedIn(folder: string) {
  return new EmbeddedError(
    `There is data in ${folder}, but the user that PostgreSQL runs as can't enter that folder any more.`,
    `Let others pass through it ("chmod o+x" on it and the folders above), or move it and set MUSTER_DATA to its new place.`,
  )
}
