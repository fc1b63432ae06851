import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataFolder, postmasterPid, processesIn, statField, withClient } from '../../test/data-folder.ts'
import { openInProcess, type Opener } from '../../test/open-in-process.ts'
import { prepareCluster } from './prepare-cluster.ts'
import { freePort } from './free-port.ts'
import { startPostmaster } from './start-postmaster.ts'
import { stopPostmaster } from './stop-postmaster.ts'

const { folder, cluster } = await makeDataFolder()
let opener: Opener
let sql: postgres.Sql

beforeAll(async () => {
  const nothing = { LANG: undefined, LC_ALL: undefined, LC_CTYPE: undefined, PGPORT: '1', PGDATA: '/nowhere' }
  opener = await openInProcess(folder, { env: nothing })
  sql = postgres(opener.url, { max: 1 })
})
afterAll(() => sql.end())

test('without LANG the cluster is UTF-8 all the same, with sorting that no system update changes', async () => {
  const [row] = await sql`
    select current_setting('server_encoding') as encoding, datlocprovider as provider, datlocale as locale, 'Grüße 🛰' as text
    from pg_database where datname = current_database()`
  expect(row).toEqual({ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', text: 'Grüße 🛰' })
})

test('what is committed survives a power cut, and only this machine can connect', async () => {
  const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'unix_socket_directories', 'TimeZone', 'max_connections']
  const rows = await sql`select setting from unnest(${names}::text[]) with ordinality as wanted(name, n), lateral (select current_setting(wanted.name) as setting) as s order by n`
  expect(rows.map((row) => row.setting as string)).toEqual(['on', 'on', 'on', '127.0.0.1', '', 'UTC', '200'])
})

test('the password is random, in a file of ours alone, and needed', async () => {
  expect(statSync(path.join(cluster.folder, 'password')).mode & 0o777).toBe(0o600)
  const wrong = new URL(opener.url)
  wrong.password = 'guess'
  const stranger = postgres(wrong.href, { max: 1 })
  await expect(stranger`select 1`).rejects.toMatchObject({ code: '28P01' })
  await stranger.end()
})

test('Ctrl-C in our terminal does not reach the server: it is in a session of its own', async () => {
  const sessionOf = (pid: number) => statField(pid, 3)
  expect(sessionOf(postmasterPid(cluster))).toBe(postmasterPid(cluster))
  expect(sessionOf(opener.child.pid ?? 0)).not.toBe(postmasterPid(cluster))
})

test('[API-6] stop leaves nothing running, and the data is there the next time', async () => {
  await sql`create table kept (word text)`
  await sql`insert into kept values ('still here')`
  await opener.stop()
  expect(processesIn(cluster)).toEqual([])
  expect(opener.child.exitCode).toBe(0)
  expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres.log'])
  const again = await openInProcess(folder)
  const [row] = await withClient(again.url, (client) => client`select word from kept`)
  expect(again.reused).toBe(false)
  expect(row?.word).toBe('still here')
  await again.stop()
})

test('a port that is taken in the last moment is left to its taker', async () => {
  const taker = createServer().listen(0, '127.0.0.1')
  await once(taker, 'listening')
  const taken = (taker.address() as AddressInfo).port
  const choices = [taken, taken, await freePort()]
  const prepared = await prepareCluster(folder, () => {})
  const started = await startPostmaster({ ...prepared, choosePort: async () => choices.shift() ?? 0 })
  expect(started?.port).not.toBe(taken)
  expect(choices).toEqual([])
  await stopPostmaster(cluster.data)
  taker.close()
})
