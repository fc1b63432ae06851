import { spawn } from 'node:child_process'
import { open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { explainFailure } from './explain-failure.ts'
import { freePort } from './free-port.ts'
import { isAlive, isPostmasterOf, readPostmasterFile } from './postmaster-file.ts'
import { cleanEnvironment, type Identity } from './run-command.ts'
import { settingsFile } from './settings.ts'
import { waitUntil } from './wait-until.ts'

export interface StartOptions {
  cluster: Cluster
  binaries: Binaries
  identity?: Identity
  /** Wanted port; without one, a free one is taken. */
  port?: number
  choosePort?: () => Promise<number>
  settings?: Record<string, string>
}

const recoveryMs = 300_000
const retryMs = 30_000
/** Left by a postmaster that was killed: its last children let go within moments. */
const passing = /pre-existing shared memory block|lock file "postmaster.pid" is empty/
const alreadyRuns = /lock file "postmaster.pid" already exists/
const portTaken = /could not bind|Address already in use/

/** Starts the postmaster and waits until it takes connections. Undefined: somebody else has started one meanwhile. */
export async function startPostmaster(options: StartOptions): Promise<{ port: number } | undefined> {
  const { cluster } = options
  await writeFile(path.join(cluster.data, 'muster.conf'), settingsFile(options.settings), { mode: 0o644 })
  const endsAt = performance.now() + retryMs
  for (;;) {
    const port = options.port ?? (await (options.choosePort ?? freePort)())
    const said = await launch(options, port)
    if (said === undefined) return { port }
    if (alreadyRuns.test(said)) return undefined
    const again = passing.test(said) || (portTaken.test(said) && options.port === undefined)
    if (!again || performance.now() > endsAt) {
      throw explainFailure('PostgreSQL did not start.', path.dirname(cluster.folder), said)
    }
  }
}

/** Gives what the postmaster said when it ended instead of becoming ready. */
async function launch({ cluster, binaries, identity }: StartOptions, port: number): Promise<string | undefined> {
  const stale = await readPostmasterFile(cluster.data)
  if (stale && (await isPostmasterOf(stale.pid, cluster.data))) return 'lock file "postmaster.pid" already exists'
  const log = await open(cluster.log, 'a+', 0o600)
  try {
    const from = (await log.stat()).size
    // In a process session of its own: a Ctrl-C in our terminal reaches it only through our drain.
    const child = spawn(path.join(binaries.bin, 'postgres'), ['-D', cluster.data, '-p', String(port)], {
      ...identity,
      cwd: cluster.data,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      // Postgres refuses a pid file whose pid is alive, even as another program, unless it is its grandparent's.
      env: { ...cleanEnvironment, ...(stale && isAlive(stale.pid) && { PG_GRANDPARENT_PID: String(stale.pid) }) },
    })
    child.unref()
    let ended: string | undefined
    child.once('error', (error) => (ended = error.message))
    child.once('exit', (code, signal) => (ended ??= `postgres ended with ${signal ?? code}`))
    const ready = await waitUntil(recoveryMs, async () => {
      if (ended !== undefined) return false
      const file = await readPostmasterFile(cluster.data)
      return file?.pid === child.pid && file?.ready ? true : undefined
    })
    if (ready) return undefined
    const { buffer, bytesRead } = await log.read({ position: from, buffer: Buffer.alloc(65_536) })
    return `${buffer.toString('utf8', 0, bytesRead)}\n${ended ?? 'It was not ready in five minutes.'}`
  } finally {
    await log.close()
  }
}
