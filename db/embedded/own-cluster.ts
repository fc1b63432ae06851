import { setTimeout as pause } from 'node:timers/promises'
import { alreadyRunning } from './announcement.ts'
import { EmbeddedError } from './embedded-error.ts'
import { isPassing, takeGuard, type Guard } from './guard.ts'
import { isPostmasterOf, readPostmasterFile } from './postmaster-file.ts'
import type { Prepared } from './prepare-cluster.ts'
import { startPostmaster } from './start-postmaster.ts'
import { stopPostmaster } from './stop-postmaster.ts'
import { waitUntil } from './wait-until.ts'

export interface Ownership {
  guard: Guard
  port: number
  /** The postmaster was there already, left behind by a Muster that was killed. */
  reused: boolean
}

export interface OwnOptions {
  onLost: () => void
  port?: number
  /** How long the lock of a Muster that has just been killed or is about to end may linger. */
  patienceMs?: number
}

const recoveryMs = 300_000
const hopelessMs = 60_000

/** A running postmaster of this cluster and the guard on it: found or started, never started twice. */
export async function ownCluster(prepared: Prepared, { onLost, port, patienceMs = 2_000 }: OwnOptions): Promise<Ownership> {
  const { cluster, binaries } = prepared
  const [refusedAt, hopelessAt] = [performance.now() + patienceMs, performance.now() + hopelessMs]
  let startedHere = false
  for (;;) {
    const found = await findPostmaster(cluster.data)
    const started = found ? undefined : await startPostmaster({ ...prepared, port })
    startedHere ||= started !== undefined
    const at = found ?? started?.port
    if (at === undefined) continue
    const guard = await tryGuard(await cluster.url(at, 'postgres'), onLost, cluster.folder, performance.now() < hopelessAt)
    if (guard && (startedHere || binaries.version.startsWith(`${guard.serverVersion}.`))) {
      return { guard, port: at, reused: !startedHere }
    }
    // An orphan of another release would go on with binaries that are no longer there.
    if (guard) await stopPostmaster(cluster.data).then(() => guard.close())
    else if (guard === undefined && performance.now() > refusedAt) throw await alreadyRunning(prepared.home)
    else await pause(25)
  }
}

/** The port of the living postmaster, once it is ready; undefined when there is none. */
export async function findPostmaster(data: string): Promise<number | undefined> {
  const found = await waitUntil(recoveryMs, async () => {
    const file = await readPostmasterFile(data)
    if (!file || !(await isPostmasterOf(file.pid, data))) return 'none' as const
    return file.ready ? file.port : undefined
  })
  return found === 'none' ? undefined : found
}

/** Undefined: held by another. Null: the server came or went at this moment. */
async function tryGuard(url: string, onLost: () => void, folder: string, hopeful: boolean) {
  return takeGuard(url, onLost).catch((cause: unknown) => {
    if (hopeful && isPassing(cause)) return null
    throw new EmbeddedError(
      `PostgreSQL runs on ${folder} but does not let us in: ${(cause as Error).message}.`,
      `The file "password" in ${folder} must hold the password of its user "muster". Put it back, or move the folder away.`,
      { cause },
    )
  })
}
