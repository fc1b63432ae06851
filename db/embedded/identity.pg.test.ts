import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { asRoot, makeDataFolder, postmasterPid, processesIn, withClient } from '../../test/data-folder.ts'
import { openInProcess, Refused } from '../../test/open-in-process.ts'
import { removeClusterFolder } from '../../test/cluster-folders.ts'
import { findBinaries } from './binaries.ts'
import { clusterIn } from './cluster.ts'
import { canEnter, reachableBinaries, sharedFolder } from './reachable.ts'
import { runCommand } from './run-command.ts'
import { serverIdentity } from './server-identity.ts'

const nobody = { uid: 65_534, gid: 65_534 }
const project = fileURLToPath(new URL('../..', import.meta.url))
const projectIsOpen = !asRoot || (await canEnter(project, nobody))
if (!projectIsOpen) console.log('The ordinary user is not tried: only root can enter this project folder.')

test.runIf(asRoot)('as root, PostgreSQL runs as the user postgres and the data is its own', async () => {
  const { folder, cluster } = await makeDataFolder()
  const opener = await openInProcess(folder)
  const postgresUser = Number((await runCommand('id', ['-u', 'postgres'])).output)
  expect(statSync(`/proc/${postmasterPid(cluster)}`).uid).toBe(postgresUser)
  expect(statSync(cluster.data).uid).toBe(postgresUser)
  expect(statSync(path.join(cluster.folder, 'password')).uid).toBe(0)
  await opener.stop()
})

test.runIf(projectIsOpen)('an ordinary user runs it directly in the folder; root then goes on as that user', async () => {
  const { folder } = await makeDataFolder()
  const identity = asRoot ? nobody : { uid: process.getuid!(), gid: process.getgid!() }
  const own = path.join(folder, 'own')
  mkdirSync(own, { mode: 0o700 })
  if (asRoot) chownSync(own, identity.uid, identity.gid)
  const cluster = clusterIn(own)
  const first = await openInProcess(own, asRoot ? { identity } : {})
  expect(statSync(`/proc/${postmasterPid(cluster)}`).uid).toBe(identity.uid)
  await first.stop()
  const second = await openInProcess(own)
  expect(statSync(`/proc/${postmasterPid(cluster)}`).uid).toBe(identity.uid)
  await second.stop()
  expect(processesIn(cluster)).toEqual([])
})

test.runIf(asRoot && projectIsOpen)('the data of another user is refused with what to do', async () => {
  const { folder } = await makeDataFolder()
  await (await openInProcess(folder)).stop()
  const refusal = await openInProcess(folder, { identity: nobody }).catch((error: Refused) => error)
  expect(refusal).toMatchObject({ hint: expect.stringContaining('MUSTER_DATA') as string })
})

test.runIf(asRoot)('as root in a folder that only root can enter, the data is kept where PostgreSQL can', async () => {
  const { folder } = await makeDataFolder()
  chmodSync(folder, 0o700)
  const wanted = path.join(folder, 'data')
  const opener = await openInProcess(wanted)
  const home = readFileSync(path.join(wanted, 'kept-elsewhere'), 'utf8')
  onTestFinished(() => removeClusterFolder(home))
  expect(path.dirname(home)).toBe(sharedFolder)
  expect(opener.lines.join()).toContain(home)
  await withClient(opener.url, (sql) => sql`create table kept (n int)`)
  await opener.kill()
  const again = await openInProcess(wanted)
  expect(again).toMatchObject({ reused: true, url: opener.url })
  await withClient(again.url, (sql) => sql`select from kept`)
  await expect(openInProcess(wanted)).rejects.toBeInstanceOf(Refused)
  await again.stop()
})

test.runIf(asRoot)('data that the server can no longer reach is not silently begun anew', async () => {
  const { folder } = await makeDataFolder()
  const inner = path.join(folder, 'inner')
  await (await openInProcess(inner)).stop()
  chmodSync(folder, 0o700)
  await expect(openInProcess(inner)).rejects.toThrow("can't enter")
  chmodSync(folder, 0o711)
  await (await openInProcess(inner)).stop()
})

test.runIf(asRoot)('binaries that the server\'s user can\'t run are copied once to where it can', async () => {
  const packaged = await findBinaries()
  const hidden = await mkdtemp('/tmp/muster-hidden-')
  onTestFinished(() => rmSync(hidden, { recursive: true }))
  await cp(packaged.root, path.join(hidden, 'native'), { recursive: true, verbatimSymlinks: true })
  const version = `0-test-${process.pid}`
  const root = path.join(sharedFolder, `postgres-${version}`)
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const unreachable = { root: path.join(hidden, 'native'), bin: path.join(hidden, 'native', 'bin'), version }
  const identity = await serverIdentity('/nonexistent')
  const copies = await Promise.all([reachableBinaries(unreachable, identity), reachableBinaries(unreachable, identity)])
  expect(copies.map((copy) => copy.root)).toEqual([root, root])
  const ran = await runCommand(path.join(root, 'bin', 'postgres'), ['--version'], { identity })
  expect(ran).toMatchObject({ code: 0, output: expect.stringContaining('PostgreSQL') as string })
  const madeAt = statSync(root).ctimeMs
  await reachableBinaries(unreachable, identity)
  expect(statSync(root).ctimeMs).toBe(madeAt)
  expect(existsSync(path.join(root, 'lib', 'libpq.a'))).toBe(false)
})
