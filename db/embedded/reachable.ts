import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import { explainFailure } from './explain-failure.ts'
import { runCommand, type Identity } from './run-command.ts'

/** Where root keeps what the user postgres can't reach in root's own folders. */
export const sharedFolder = '/var/lib/muster'

export async function canEnter(folder: string, identity?: Identity) {
  if (!identity) return true
  return (await runCommand('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { identity })).code === 0
}

/** The binaries themselves, or a copy of them that the server's user can read and run. */
export async function reachableBinaries(binaries: Binaries, identity?: Identity): Promise<Binaries> {
  if (!identity || (await canRun(binaries, identity))) return binaries
  const root = path.join(sharedFolder, `postgres-${binaries.version}`)
  const copy = { ...binaries, root, bin: path.join(root, 'bin') }
  if (await canRun(copy, identity)) return copy
  await copyTree(binaries.root, root).catch((error: unknown) => {
    throw explainFailure(`PostgreSQL's binaries could not be copied to ${root}.`, sharedFolder, String(error), error)
  })
  return copy
}

async function canRun({ root, bin }: Binaries, identity: Identity) {
  const ask = '"$1/postgres" --version && "$1/initdb" --version && test -r "$2/share/postgresql/postgres.bki"'
  const { code } = await runCommand('/bin/sh', ['-c', ask, 'sh', bin, root], { identity })
  return code === 0
}

async function copyTree(from: string, to: string) {
  await mkdir(sharedFolder, { recursive: true })
  await chmod(sharedFolder, 0o755)
  const draft = await mkdtemp(path.join(sharedFolder, 'copy-'))
  try {
    await cp(from, draft, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') })
    await openToAll(draft)
    await rename(draft, to)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another starter was faster.
    if (!(await stat(to).catch(() => undefined))) throw error
  }
}

/** A strict umask may have been in force when the package was installed. */
async function openToAll(folder: string) {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(at)
    else if (entry.isFile()) await chmod(at, path.basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
