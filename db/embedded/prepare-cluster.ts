import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { findBinaries, majorOf, type Binaries } from './binaries.ts'
import { clusterIn, type Cluster } from './cluster.ts'
import { EmbeddedError } from './embedded-error.ts'
import { halfMadePrefix, initCluster } from './init-cluster.ts'
import { placeHome } from './place-home.ts'
import { reachableBinaries } from './reachable.ts'
import type { Identity } from './run-command.ts'
import { serverIdentity } from './server-identity.ts'

export interface Prepared {
  home: string
  cluster: Cluster
  binaries: Binaries
  identity?: Identity
}

const largestLog = 10 * 1024 * 1024

/** Everything that must stand before a postmaster can start: a place, binaries, an identity, a cluster of our version. */
export async function prepareCluster(folder: string, log: (line: string) => void): Promise<Prepared> {
  const packaged = await findBinaries()
  const home = await placeHome(folder, log)
  const cluster = clusterIn(home)
  const identity = await serverIdentity(cluster.data)
  const binaries = await reachableBinaries(packaged, identity)
  if (await cluster.exists()) await refuseOtherVersion(cluster, binaries)
  else await initCluster(home, binaries, identity)
  return { home, cluster, binaries, identity }
}

/** For the owner of the guard only: whoever else works in here has lost already. */
export async function tidyHome({ home, cluster }: Prepared) {
  for (const name of await readdir(home)) {
    if (name.startsWith(halfMadePrefix)) await rm(path.join(home, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const size = (await stat(cluster.log).catch(() => undefined))?.size ?? 0
  if (size > largestLog) await rename(cluster.log, `${cluster.log}.1`)
}

async function refuseOtherVersion(cluster: Cluster, binaries: Binaries) {
  const [there, ours] = [await cluster.madeBy(), majorOf(binaries.version)]
  if (there === ours) return
  throw new EmbeddedError(
    `The data in ${cluster.folder} belongs to PostgreSQL ${there}; this Muster brings PostgreSQL ${ours}.`,
    `Run "muster backup FILE" with the Muster that made it, move ${cluster.folder} away, and run "muster restore FILE" ` +
      'with this one. To begin anew, only move the folder away.',
  )
}
