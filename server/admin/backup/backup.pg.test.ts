import { readFileSync } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Client } from '../../../db/client.ts'
import { testContext } from '../../../test/context.ts'
import { createDatabase } from '../../../test/postgres-cluster.ts'
import { registered } from '../../../test/sessions.ts'
import { muster, watchMuster } from '../command-fixture.ts'
import { contents, emptyDatabase, makeFolder, onClient } from './house-fixture.ts'
import { inOrder } from './list-tables.ts'

let folder: string
beforeAll(async () => {
  folder = await makeFolder()
})

const notKept = ['changes', 'leaders', 'rate_limits', 'sign_ins', 'sign_in_links', 'verifications']
const hostile = 'tab\there, line\nbreak, back\\slash, \\. alone, \\N, "quotes", \u{1F4A5}, \r, ünï'

const manyPeople = (client: Client) =>
  client`insert into people (id, name, email) select 'many-' || n, repeat('x', 900), n || '@example.org' from generate_series(1, 30000) n`

/** Something in every table that has rows on a busy day, with what COPY's text must escape. */
async function furnish(url: string) {
  const { ctx, client } = await testContext(url)
  const one = await registered(ctx, { name: hostile, labels: { note: '\\.\n\\.' }, harness: 'curl' })
  await registered(ctx, { name: '\\.' })
  await client`insert into people (id, name, email, role) values ('p1', ${hostile}, 'ada@example.org', 'admin')`
  await client`insert into credentials (id, person_id, provider_id, account_id, password_hash) values ('c1', 'p1', 'credential', 'p1', 'x')`
  await client`insert into sign_ins (id, person_id, token_hash, expires_at, created_at, updated_at) values ('s1', 'p1', 'hash', now() + interval '1 day', now(), now())`
  await client`insert into context_queries (session_id, path, queried_at) values (${one.id}, '/a', '2026-01-02 03:04:05.678901+00')`
  await client`insert into session_usage (session_id, source, input_tokens, cost_micro_usd, updated_at) values (${one.id}, 'final', 9007199254740993, null, now())`
  await client`update sessions set probe_confidence = 0.1::float8 + 0.2::float8 where id = ${one.id}`
  return { one, client }
}

test('a backup that is restored into an empty database gives every row back as it was', async () => {
  const from = await createDatabase()
  await furnish(from)
  const file = path.join(folder, 'whole.backup')
  const made = await muster({ DATABASE_URL: from }, 'backup', file)
  expect(made).toMatchObject({ code: 0, out: [file] })
  const to = await emptyDatabase(inject('postgres').url)
  expect(await muster({ DATABASE_URL: to }, 'restore', file)).toMatchObject({ code: 0, out: [] })

  const [before, after] = [await contents(from), await contents(to)]
  expect(Object.keys(after)).toEqual(Object.keys(before))
  for (const [table, rows] of Object.entries(before)) {
    if (notKept.includes(table)) expect(after[table], table).toEqual([])
    else if (table !== 'feed' && table !== 'audit') expect(after[table], table).toEqual(rows)
  }
  expect(before.sessions).toHaveLength(2)
  expect(before.session_usage!.join()).toContain('9007199254740993')
  expect(before.sign_ins).toHaveLength(1)
})

test('what is made after a restore gets numbers above those that were given', async () => {
  const from = await createDatabase()
  const { one } = await furnish(from)
  const file = path.join(folder, 'sequences.backup')
  await muster({ DATABASE_URL: from }, 'backup', file)
  const to = await emptyDatabase(inject('postgres').url)
  await muster({ DATABASE_URL: to }, 'restore', file)
  const ids = await onClient(to, (sql) => sql`
    insert into context_queries (session_id, path, queried_at) values (${one.id}, '/b', now()) returning id::int`)
  expect(ids).toEqual([{ id: 2 }])
})

test('a backup is one moment: what is committed while it runs is not in it, whatever table comes later', async () => {
  const from = await createDatabase()
  const { client } = await furnish(from)
  await manyPeople(client)
  const file = path.join(folder, 'moment.backup')
  let late: Promise<unknown> | undefined
  const writeMeanwhile = (text: string) => {
    if (text.includes('people')) late ??= client`insert into tokens (name, hash, created_by) values ('late', 'h', 'test')`.execute()
  }
  expect(await watchMuster(writeMeanwhile, { DATABASE_URL: from }, 'backup', file)).toMatchObject({ code: 0 })
  await late
  const text = gunzipSync(readFileSync(file)).toString()
  const tables = text.split('\n').filter((line) => line.startsWith('{"table"')).map((line) => (JSON.parse(line) as { table: string }).table)
  expect(tables.indexOf('tokens')).toBeGreaterThan(tables.indexOf('people'))
  expect(text).not.toContain('late')
  expect(await client`select name from tokens`).toEqual([{ name: 'late' }])
})

test('a backup takes no transaction id, so the change feed goes on while it runs', async () => {
  const from = await createDatabase()
  const { client } = await furnish(from)
  await manyPeople(client)
  let seen: Promise<unknown[]> | undefined
  const look = () => {
    seen ??= client`select backend_xid from pg_stat_activity where application_name = 'muster backup' and datname = current_database()`.execute()
  }
  await watchMuster(look, { DATABASE_URL: from }, 'backup', path.join(folder, 'feed.backup'))
  expect(await seen).toEqual([{ backend_xid: null }])
})

test('a file that is there stays; only its owner may read a backup; no half file is left', async () => {
  const from = await createDatabase()
  const own = await makeFolder()
  const file = path.join(own, 'kept.backup')
  await writeFile(file, 'mine')
  expect(await muster({ DATABASE_URL: from }, 'backup', file)).toMatchObject({ code: 1, out: [], err: expect.stringContaining('is there already') })
  expect(readFileSync(file, 'utf8')).toBe('mine')
  const missing = await muster({ DATABASE_URL: from }, 'backup', path.join(own, 'no', 'such', 'folder'))
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('make the folder first') })
  await muster({ DATABASE_URL: from }, 'backup', path.join(own, 'good.backup'))
  expect((await stat(path.join(own, 'good.backup'))).mode & 0o777).toBe(0o600)
  expect((await readdir(own)).sort()).toEqual(['good.backup', 'kept.backup'])
})

test('a backup that fails in the middle leaves no file, and says why', async () => {
  const from = await createDatabase()
  const { client } = await furnish(from)
  await manyPeople(client)
  const own = await makeFolder()
  let ended: Promise<unknown> | undefined
  const cut = () => {
    ended ??= client`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'muster backup' and datname = current_database()`.execute()
  }
  const failed = await watchMuster(cut, { DATABASE_URL: from }, 'backup', path.join(own, 'half.backup'))
  expect(await ended).toHaveLength(1)
  expect(failed).toMatchObject({ code: 1, out: [], err: expect.stringContaining('The database can not be reached.') })
  expect(await readdir(own)).toEqual([])
})

test('a database without Muster has nothing to back up, and is left as it is', async () => {
  const url = await emptyDatabase(inject('postgres').url)
  const answer = await muster({ DATABASE_URL: url }, 'backup', path.join(folder, 'nothing.backup'))
  expect(answer).toMatchObject({ code: 1, out: [], err: expect.stringContaining('There is no Muster in this database') })
  expect(await contents(url)).toEqual({})
})

test('tables come after those that their foreign keys name; a circle is an error, not a wrong order', () => {
  const table = (name: string, ...needs: string[]) => ({ name, columns: [], needs })
  expect(inOrder([table('a', 'c'), table('b', 'a'), table('c')]).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
  expect(() => inOrder([table('a', 'b'), table('b', 'a')])).toThrow('circle')
})
