import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { announceUrl, withdrawUrl } from './announcement.ts'
import { ensureDatabase } from './ensure-database.ts'
import { explainFailure } from './explain-failure.ts'
import { ownCluster, type Ownership } from './own-cluster.ts'
import { prepareCluster, tidyHome, type Prepared } from './prepare-cluster.ts'
import { stopPostmaster } from './stop-postmaster.ts'

export interface EmbeddedOptions {
  folder: string
  log: (line: string) => void
  /** How long to wait for another Muster to let go of the folder. */
  patienceMs?: number
}

export interface Embedded {
  url: string
  reused: boolean
  /** Where this Muster is to be found, for another one that is started on the same folder. */
  announce(url: string): Promise<void>
  stop(): Promise<void>
}

/** The embedded PostgreSQL of this folder, running, and ours alone until `stop` or the end of the process. */
export async function openEmbedded({ folder, log, patienceMs }: EmbeddedOptions): Promise<Embedded> {
  try {
    const prepared = await prepareCluster(path.resolve(folder), log)
    return await hold(prepared, log, patienceMs)
  } catch (error) {
    throw explainFailure('The embedded PostgreSQL could not be opened.', path.resolve(folder), String(error), error)
  }
}

async function hold(prepared: Prepared, log: (line: string) => void, patienceMs?: number): Promise<Embedded> {
  let stopping = false
  let stopped: Promise<void> | undefined
  let owned: Ownership | undefined
  let reviving = Promise.resolve()
  const onLost = () => {
    owned = undefined
    if (!stopping) reviving = revive()
  }
  const first = await ownCluster(prepared, { onLost, patienceMs })
  owned = first
  const { port, reused } = first
  const end = async () => {
    stopping = true
    await withdrawUrl(prepared.home)
    await reviving
    // The guard is held until the postmaster is gone, so nobody can slip in between.
    const last = owned
    if (!last) return
    await stopPostmaster(prepared.cluster.data)
    await last.guard.close()
  }
  let url: string
  try {
    url = await ensureDatabase(prepared.cluster, port)
    await tidyHome(prepared)
  } catch (error) {
    await end()
    throw error
  }

  /** The same port, so that every pool finds its way back by itself. */
  async function revive() {
    log('PostgreSQL went away; bringing it back.')
    while (!stopping && !owned) {
      try {
        owned = await ownCluster(prepared, { onLost, port })
        log('PostgreSQL is back.')
      } catch (error) {
        log(`PostgreSQL did not come back: ${(error as Error).message}`)
        await pause(1_000)
      }
    }
  }

  return {
    url,
    reused,
    announce: (at) => announceUrl(prepared.home, at),
    stop: () => (stopped ??= end()),
  }
}
