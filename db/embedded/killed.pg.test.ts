import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync, chownSync, statSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { expect, test, vi } from 'vitest'
import { asRoot, makeDataFolder, postmasterPid, postmastersIn, processesIn, withClient } from '../../test/data-folder.ts'
import { launchOpener, openInProcess, Refused } from '../../test/open-in-process.ts'
import { halfMadePrefix } from './init-cluster.ts'
import { ownCluster } from './own-cluster.ts'
import { prepareCluster } from './prepare-cluster.ts'
import { stopPostmaster } from './stop-postmaster.ts'

const write = (url: string) => withClient(url, async (sql) => {
  await sql`create table if not exists kept (n int)`
  await sql`insert into kept values (1)`
})
const count = (url: string) => withClient(url, async (sql) => (await sql`select from kept`).count)

test('kill -9 of Muster: its orphaned postmaster is found and reused, not started twice', async () => {
  const { folder, cluster } = await makeDataFolder()
  const first = await openInProcess(folder, { announce: 'http://127.0.0.1:4478' })
  await write(first.url)
  const pid = postmasterPid(cluster)
  await first.kill()
  expect(postmastersIn(cluster)).toEqual([pid])
  const second = await openInProcess(folder)
  expect(second).toMatchObject({ reused: true, url: first.url })
  expect(postmastersIn(cluster)).toEqual([pid])
  expect(await count(second.url)).toBe(1)
  await second.stop()
  expect(processesIn(cluster)).toEqual([])
})

test('an orphan of another release is stopped, and one of ours is started in its place', async () => {
  const { folder, cluster } = await makeDataFolder()
  await (await openInProcess(folder)).kill()
  const orphan = postmasterPid(cluster)
  const prepared = await prepareCluster(folder, () => {})
  const newer = { ...prepared, binaries: { ...prepared.binaries, version: '18.99.0' } }
  const { guard, reused } = await ownCluster(newer, { onLost: () => {} })
  expect(reused).toBe(false)
  expect(postmastersIn(cluster)).not.toContain(orphan)
  expect(postmastersIn(cluster)).toHaveLength(1)
  await guard.close()
  await stopPostmaster(cluster.data)
})

test('kill -9 of Muster and of its postmaster: crash recovery keeps what was committed', async () => {
  const { folder, cluster } = await makeDataFolder()
  const first = await openInProcess(folder)
  await write(first.url)
  await first.kill()
  process.kill(postmasterPid(cluster), 'SIGKILL')
  const second = await openInProcess(folder)
  expect(second.reused).toBe(false)
  expect(postmastersIn(cluster)).toEqual([postmasterPid(cluster)])
  expect(await count(second.url)).toBe(1)
  await second.stop()
})

test('kill -9 of the postmaster under a running Muster: it comes back on its port, still guarded', async () => {
  const { folder, cluster } = await makeDataFolder()
  const opener = await openInProcess(folder)
  await write(opener.url)
  const pid = postmasterPid(cluster)
  process.kill(pid, 'SIGKILL')
  const sql = postgres(opener.url, { max: 1 })
  const rows = await vi.waitFor(() => sql`select from kept`, { timeout: 15_000 })
  expect(rows.count).toBe(1)
  await sql.end()
  await vi.waitFor(() => expect(opener.lines.at(-1)).toBe('PostgreSQL is back.'), { timeout: 15_000 })
  expect(postmasterPid(cluster)).not.toBe(pid)
  await expect(openInProcess(folder)).rejects.toBeInstanceOf(Refused)
  await opener.stop()
  expect(processesIn(cluster)).toEqual([])
})

test('a crash of one backend cuts all connections; the folder stays guarded', async () => {
  const { folder, cluster } = await makeDataFolder()
  const opener = await openInProcess(folder)
  const sql = postgres(opener.url, { max: 1, onnotice: () => {} })
  const [row] = await sql`select pg_backend_pid() as pid`
  process.kill(row!.pid as number, 'SIGKILL')
  await vi.waitFor(() => expect(opener.lines.at(-1)).toBe('PostgreSQL is back.'), { timeout: 15_000 })
  await expect(openInProcess(folder)).rejects.toBeInstanceOf(Refused)
  expect(postmastersIn(cluster)).toHaveLength(1)
  await sql.end()
  await opener.stop()
})

test.each([
  ['of the same user', true],
  ['of another user', false],
])('a stale pid file whose pid is now a process %s does not confuse the start', async (_, same) => {
  const { folder, cluster } = await makeDataFolder()
  const first = await openInProcess(folder)
  await write(first.url)
  await first.stop()
  const owner = statSync(cluster.data)
  const bystander = spawn('sleep', ['60'], asRoot && same ? { uid: owner.uid, gid: owner.gid } : {})
  await once(bystander, 'spawn')
  const file = path.join(cluster.data, 'postmaster.pid')
  const long = Math.floor(Date.now() / 1000) - 86_400
  writeFileSync(file, `${bystander.pid}\n${cluster.data}\n${long}\n5432\n\n127.0.0.1\n  1 1\nready   \n`, { mode: 0o600 })
  chownSync(file, owner.uid, owner.gid)
  const second = await openInProcess(folder)
  expect(second.reused).toBe(false)
  expect(await count(second.url)).toBe(1)
  expect(bystander.exitCode).toBe(null)
  await second.stop()
  bystander.kill()
})

test('kill -9 in the middle of the first start leaves no half cluster', async () => {
  const { folder, cluster } = await makeDataFolder()
  const child = launchOpener(folder)
  const exited = once(child, 'exit')
  const drafts = () => readdirSync(folder).filter((name) => name.startsWith(halfMadePrefix))
  await vi.waitFor(() => expect(existsSync(path.join(folder, drafts()[0] ?? 'none', 'data', 'PG_VERSION'))).toBe(true), { interval: 1, timeout: 10_000 })
  child.kill('SIGKILL')
  await exited
  expect(drafts()).toHaveLength(1)
  expect(existsSync(cluster.folder)).toBe(false)
  const next = await openInProcess(folder)
  await write(next.url)
  expect(drafts()).toEqual([])
  await next.stop()
})

test('another PostgreSQL\'s data is refused with what to do, and left as it is', async () => {
  const { folder, cluster } = await makeDataFolder()
  await (await openInProcess(folder)).stop()
  const file = path.join(cluster.data, 'PG_VERSION')
  writeFileSync(file, '16\n')
  const refusal = await openInProcess(folder).catch((error: Refused) => error)
  expect(refusal).toMatchObject({ message: expect.stringMatching(/PostgreSQL 16.*PostgreSQL 18/) as string, hint: expect.stringMatching(/muster backup.*move.*muster restore/) as string })
  expect(readFileSync(file, 'utf8')).toBe('16\n')
  writeFileSync(file, '18\n')
  await (await openInProcess(folder)).stop()
})
