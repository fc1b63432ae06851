import path from 'node:path'
import { AlreadyRunning } from './announcement.ts'
import { openEmbedded } from './open-embedded.ts'
import { findPostmaster } from './own-cluster.ts'
import { prepareCluster } from './prepare-cluster.ts'

/** For command-line tools: the database of the Muster that runs, or, when none does, one of our own until `stop`. */
export async function attachEmbedded({ folder }: { folder: string }): Promise<{ url: string; stop(): Promise<void> }> {
  const log = () => {}
  try {
    return await openEmbedded({ folder, log, patienceMs: 0 })
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error
    const { cluster } = await prepareCluster(path.resolve(folder), log)
    const port = await findPostmaster(cluster.data)
    if (port === undefined) throw error
    return { url: await cluster.url(port, 'muster'), stop: async () => {} }
  }
}
