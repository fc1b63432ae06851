import { readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import { holdRows } from '../test/held-rows.ts'
import { createDatabase } from '../test/postgres-cluster.ts'
import { startServer } from '../test/server.ts'
import { connectDirect } from './client.ts'
import { migrate } from './migrate.ts'

const lockKey = 0x6d757374
const journal = JSON.parse(readFileSync(new URL('./migrations/meta/_journal.json', import.meta.url), 'utf8')) as { entries: unknown[] }

/** A database with nothing in it. */
async function emptyDatabase() {
  const { url } = inject('postgres')
  const name = `empty_${randomBytes(6).toString('hex')}`
  const server = postgres(url, { max: 1, onnotice: () => {} })
  await server.unsafe(`create database ${name}`)
  const own = Object.assign(new URL(url), { pathname: `/${name}` }).href
  const client = postgres(own, { max: 3, onnotice: () => {} })
  afterAll(async () => {
    await client.end()
    await server.unsafe(`drop database ${name} with (force)`)
    await server.end()
  })
  return { url: own, client }
}
const done = async (client: postgres.Sql) => (await client`select hash from drizzle.__drizzle_migrations order by id`).map((row) => row.hash as string)

test('four processes that migrate a fresh database at once: each migration runs once, and all find it done', async () => {
  const { url, client } = await emptyDatabase()
  await Promise.all(Array.from({ length: 4 }, () => migrate(url)))
  const hashes = await done(client)
  expect(hashes).toHaveLength(journal.entries.length)
  expect(new Set(hashes).size).toBe(hashes.length)
  await migrate(url)
  expect(await done(client)).toEqual(hashes)
})

test('two server processes that start on a fresh database at once both serve it', async () => {
  const { url, client } = await emptyDatabase()
  const servers = await Promise.all([startServer(url), startServer(url)])
  for (const server of servers) expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await done(client)).toHaveLength(journal.entries.length)
  expect(await client`select from feed`).toHaveLength(1)
})

test('while one migrates the others wait for it', async () => {
  const { url, client } = await emptyDatabase()
  const held = await holdRows(client, `select pg_advisory_lock(${lockKey})`)
  const migrating = migrate(url)
  await held.awaited()
  expect((await client`select to_regclass('sessions') as sessions`)[0]!.sessions).toBeNull()
  await held.other`select pg_advisory_unlock_all()`
  await held.release()
  await migrating
  expect(await done(client)).toHaveLength(journal.entries.length)
})

test('a migration that fails leaves nothing of itself, and the next start does it all', async () => {
  const { url, client } = await emptyDatabase()
  await client`create table sessions (other text)`
  await expect(migrate(url)).rejects.toMatchObject({ cause: { code: '42P07' } })
  expect((await client`select to_regclass('changes') as changes`)[0]!.changes).toBeNull()
  await client`drop table sessions`
  await migrate(url)
  expect(await done(client)).toHaveLength(journal.entries.length)
})

test('a schema of a newer Muster is refused: exit 1, a sentence what to do, and nothing is touched', async () => {
  const url = await createDatabase()
  const client = connectDirect(url)
  await client`insert into drizzle.__drizzle_migrations (hash, created_at) values ('from the future', 9999999999999)`
  await expect(migrate(url)).rejects.toThrow(/newer Muster/)
  const failed = await startServer(url).then(() => null, (error: Error) => error)
  expect(failed!.message).toContain('the server ended with 1')
  expect(failed!.message).toContain('This database was migrated by a newer Muster than this one. Update this one, or use another database.')
  expect(failed!.message).not.toMatch(/ at .*\.ts/)
  expect(await client`select from feed`).toHaveLength(0)
  await client.end()
})

test('a PostgreSQL that says it is older than 15 is refused by its version, before anything is made', async () => {
  const { url, client } = await emptyDatabase()
  // Stands before the server's own function, as far as this database goes.
  await client.unsafe(`create function current_setting(name text) returns text language sql as $$
    select case name when 'server_version_num' then '140011' else pg_catalog.current_setting(name) end $$`)
  await client.unsafe(`alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`)
  await expect(migrate(url)).rejects.toThrow('Muster needs PostgreSQL 15 or newer; this one is 14.')
  expect((await client`select to_regclass('public.sessions') as sessions`)[0]!.sessions).toBeNull()
})

test('a database that is not there is said so', async () => {
  const failed = await startServer('postgres://nobody:x@127.0.0.1:1/none').then(() => null, (error: Error) => error)
  expect(failed!.message).toContain('the server ended with 1')
  expect(failed!.message).toContain('The database of DATABASE_URL can not be reached')
})
