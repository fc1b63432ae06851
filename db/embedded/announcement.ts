import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { EmbeddedError } from './embedded-error.ts'
import { isAlive } from './postmaster-file.ts'

const shape = z.object({ url: z.string(), pid: z.number() })
const fileIn = (home: string) => path.join(home, 'running.json')

/** Where the Muster that owns this folder is to be found; for the one that comes second. */
export async function announceUrl(home: string, url: string) {
  const draft = `${fileIn(home)}.${process.pid}`
  await writeFile(draft, JSON.stringify({ url, pid: process.pid }), { mode: 0o600 })
  await rename(draft, fileIn(home))
}

export async function withdrawUrl(home: string) {
  await rm(fileIn(home), { force: true })
}

/** Told apart because a command-line tool then simply uses the database that is there. */
export class AlreadyRunning extends EmbeddedError {}

export async function alreadyRunning(home: string) {
  const text = await readFile(fileIn(home), 'utf8').catch(() => 'null')
  const known = shape.safeParse(JSON.parse(text)).data
  // What a killed Muster announced is not where the present owner is.
  const where = known && isAlive(known.pid) ? ` at ${known.url} (process ${known.pid})` : ''
  return new AlreadyRunning(
    `Another Muster already runs on the data in ${home}${where}.`,
    'Use that one, or stop it first, or give this one a folder of its own with MUSTER_DATA (and its own PORT).',
  )
}
