import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { clusterIn } from '../db/embedded/cluster.ts'
import { isAlive, isPostmasterOf, readPostmasterFile } from '../db/embedded/postmaster-file.ts'
import { waitUntil } from '../db/embedded/wait-until.ts'

const prefix = 'muster-test-'

/** Named after the run that owns it, so that a later run knows what was left behind. */
export async function makeClusterFolder(runPid: number) {
  const folder = await mkdtemp(path.join(os.tmpdir(), `${prefix}${runPid}-`))
  await chmod(folder, 0o711)
  return folder
}

/** Ends and removes the clusters of one run, and of runs that are no more. */
export async function sweepClusterFolders(runPid?: number) {
  for (const name of readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const owner = Number.parseInt(name.slice(prefix.length), 10)
    if (owner !== runPid && isAlive(owner)) continue
    await removeClusterFolder(path.join(os.tmpdir(), name)).catch((error: Error) => {
      console.warn(`Left behind: ${error.message}`)
    })
  }
}

/** Whatever a test did in there: servers that still run, a small disk mounted, data kept elsewhere. */
export async function removeClusterFolder(home: string): Promise<void> {
  const elsewhere = path.join(home, 'data', 'kept-elsewhere')
  if (existsSync(elsewhere)) await removeClusterFolder(readFileSync(elsewhere, 'utf8'))
  await waitUntil(10_000, async () => {
    const left = await serversIn(home)
    for (const pid of left) endIfThere(pid)
    return left.length === 0 || undefined
  })
  if (existsSync(path.join(home, 'disk'))) spawnSync('umount', ['-l', path.join(home, 'disk')])
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

/** It may have ended by itself since it was found. */
function endIfThere(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function serversIn(home: string): Promise<number[]> {
  if (process.platform === 'linux') return readdirSync('/proc').map(Number).filter((pid) => pid > 0 && worksBelow(pid, home))
  const { data } = clusterIn(home)
  const file = await readPostmasterFile(data).catch(() => undefined)
  return file && (await isPostmasterOf(file.pid, data)) ? [file.pid] : []
}

function worksBelow(pid: number, home: string) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${home}/`)
  } catch {
    return false
  }
}
