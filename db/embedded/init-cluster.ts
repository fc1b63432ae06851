import { randomBytes } from 'node:crypto'
import { appendFile, chmod, chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { majorOf, type Binaries } from './binaries.ts'
import { clusterIn, type Cluster } from './cluster.ts'
import { explainFailure } from './explain-failure.ts'
import { runCommand, type Identity } from './run-command.ts'

export const halfMadePrefix = 'new-'

/** Made beside its place and renamed into it, password and all: a kill in the middle leaves no half cluster. */
export async function initCluster(home: string, binaries: Binaries, identity?: Identity): Promise<Cluster> {
  const cluster = clusterIn(home)
  const draft = await mkdtemp(path.join(home, halfMadePrefix))
  try {
    await fill(draft, binaries, identity)
    await rename(draft, cluster.folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another starter was faster: its cluster is as good as ours.
    if (await cluster.exists()) return cluster
    throw explainFailure('PostgreSQL could not make its data folder.', home, String(error), error)
  }
  return cluster
}

async function fill(draft: string, binaries: Binaries, identity?: Identity) {
  const [data, password, handover] = ['data', 'password', 'handover'].map((name) => path.join(draft, name)) as [string, string, string]
  const secret = randomBytes(24).toString('base64url')
  await chmod(draft, 0o711)
  await mkdir(data, { mode: 0o700 })
  await writeFile(password, secret, { mode: 0o600 })
  await writeFile(handover, secret, { mode: 0o600 })
  if (identity) for (const entry of [data, handover]) await chown(entry, identity.uid, identity.gid)
  const args = ['-D', data, '-U', 'muster', `--pwfile=${handover}`, '--auth=scram-sha-256', '--encoding=UTF8', ...localeOf(binaries)]
  const made = await runCommand(path.join(binaries.bin, 'initdb'), args, { identity, cwd: draft })
  if (made.code !== 0) throw explainFailure('initdb failed.', draft, made.output)
  await rm(handover)
  await appendFile(path.join(data, 'postgresql.conf'), "\ninclude_if_exists 'muster.conf'\n")
}

function localeOf(binaries: Binaries) {
  if (majorOf(binaries.version) < 17) return ['--locale=C.UTF-8']
  // The C library of macOS may not know C.UTF-8; PostgreSQL's own does everywhere.
  if (process.platform === 'darwin') return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  return ['--locale-provider=builtin', '--locale=C.UTF-8']
}
