import { existsSync } from 'node:fs'
import { findBinaries, type Binaries } from '../db/embedded/binaries.ts'
import { clusterIn } from '../db/embedded/cluster.ts'
import { initCluster } from '../db/embedded/init-cluster.ts'
import { isPostmasterOf, readPostmasterFile } from '../db/embedded/postmaster-file.ts'
import { reachableBinaries } from '../db/embedded/reachable.ts'
import { serverIdentity } from '../db/embedded/server-identity.ts'
import { startPostmaster } from '../db/embedded/start-postmaster.ts'
import { stopPostmaster } from '../db/embedded/stop-postmaster.ts'
import { waitUntil } from '../db/embedded/wait-until.ts'
import { makeClusterFolder, removeClusterFolder } from './cluster-folders.ts'

export interface TestCluster {
  /** Of the database postgres on this cluster, as its superuser; stays the same over restarts. */
  url: string
  /** A stop in order, then a start on the same port. */
  restart(): Promise<void>
  /** kill -9 of the postmaster. `start` brings it back, through crash recovery. */
  crash(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export interface ClusterOptions {
  /** Without one, the embedded version. 15 is the one of Debian's packages. */
  version?: number
  settings?: Record<string, string>
  runPid: number
}

const debianRoot = (version: number) => `/usr/lib/postgresql/${version}`

export function hasPostgres(version: number) {
  return existsSync(`${debianRoot(version)}/bin/postgres`)
}

/** A throw-away cluster: nothing in it needs to outlive a power cut. */
export async function startThrowawayCluster({ version, settings, runPid }: ClusterOptions): Promise<TestCluster> {
  const home = await makeClusterFolder(runPid)
  const cluster = clusterIn(home)
  const identity = await serverIdentity(cluster.data)
  const binaries = version ? installed(version) : await reachableBinaries(await findBinaries(), identity)
  await initCluster(home, binaries, identity)
  const quick = { fsync: 'off', full_page_writes: 'off', shared_buffers: '128MB', ...settings }
  let port: number | undefined
  const start = async () => {
    const started = await startPostmaster({ cluster, binaries, identity, port, settings: quick })
    port ??= started?.port
  }
  await start()
  return {
    url: await cluster.url(port ?? 0, 'postgres'),
    start,
    restart: async () => {
      await stopPostmaster(cluster.data)
      await start()
    },
    crash: async () => {
      const file = await readPostmasterFile(cluster.data)
      if (!file) throw new Error('There is no postmaster to kill.')
      process.kill(file.pid, 'SIGKILL')
      await waitUntil(5_000, async () => ((await isPostmasterOf(file.pid, cluster.data)) ? undefined : true))
    },
    stop: () => removeClusterFolder(home),
  }
}

function installed(version: number): Binaries {
  if (!hasPostgres(version)) throw new Error(`PostgreSQL ${version} is not installed (apt-get install postgresql-${version}).`)
  return { root: debianRoot(version), bin: `${debianRoot(version)}/bin`, version: String(version) }
}
