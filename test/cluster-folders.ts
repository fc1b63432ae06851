import { readdirSync, rmSync } from 'node:fs'
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
    if (owner === runPid || !isAlive(owner)) await removeClusterFolder(path.join(os.tmpdir(), name))
  }
}

export async function removeClusterFolder(home: string) {
  const { data } = clusterIn(home)
  const file = await readPostmasterFile(data).catch(() => undefined)
  if (file && (await isPostmasterOf(file.pid, data))) {
    process.kill(file.pid, 'SIGQUIT')
    await waitUntil(5_000, async () => ((await isPostmasterOf(file.pid, data)) ? undefined : true))
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
