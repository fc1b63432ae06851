import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, inject, test } from 'vitest'
import { connectDirect } from '../../../db/client.ts'
import { migrate, migrationLock } from '../../../db/migrate.ts'
import { testContext } from '../../../test/context.ts'
import { createDatabase } from '../../../test/postgres-cluster.ts'
import { registered } from '../../../test/sessions.ts'
import { applyMigrations, knownMigrations, knownTables } from './apply-migrations.ts'
import { muster } from '../command-fixture.ts'
import { checkBackup } from './check-backup.ts'
import { contents, emptyDatabase, makeFolder, onClient } from './house-fixture.ts'
import { loadRows } from './load-rows.ts'

let folder: string
let whole: string
beforeAll(async () => {
  folder = await makeFolder()
  const from = await createDatabase()
  const { ctx } = await testContext(from)
  for (const name of ['ada', 'grace', 'edsger']) await registered(ctx, { name })
  await onClient(from, (sql) => sql`insert into people (id, name, email) values ('p1', 'Ada', 'ada@example.org')`)
  whole = path.join(folder, 'whole.backup')
  await muster({ DATABASE_URL: from }, 'backup', whole)
})

const empty = () => emptyDatabase(inject('postgres').url)
const names = (url: string) => onClient(url, async (sql) => (await sql`select name from sessions order by name`).map(({ name }) => String(name)))

/** A database with somebody else's session in it and nobody connected. */
async function inUse(): Promise<string> {
  const url = await createDatabase()
  await onClient(url, async (sql) => {
    await sql`insert into threads (workspace, name) values ('default', 'old')`
    await sql`insert into feed (epoch, floor, system_identifier) values (9000000000000, '0', 'before')`
  })
  return url
}

async function change(name: string, edit: (text: string) => string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, gzipSync(edit(gunzipSync(await readFile(whole)).toString())))
  return file
}

test('without --replace only an empty database is taken', async () => {
  const url = await inUse()
  const before = await contents(url)
  for (const flags of [[], ['--into-empty']]) {
    const refused = await muster({ DATABASE_URL: url }, 'restore', whole, ...flags)
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^This database is not empty\.\nAdd --replace/) })
  }
  expect(await contents(url)).toEqual(before)
})

test('--replace puts the backup in place of what was there', async () => {
  const url = await inUse()
  expect(await muster({ DATABASE_URL: url }, 'restore', whole, '--replace')).toMatchObject({ code: 0 })
  expect(await names(url)).toEqual(['ada', 'edsger', 'grace'])
  expect(await onClient(url, (sql) => sql`select from threads where name = 'old'`)).toHaveLength(0)
  await migrate(url)
})

test('a restore stands in the trail, after what the backup held of it', async () => {
  const url = await inUse()
  await muster({ DATABASE_URL: url }, 'restore', whole, '--replace')
  const again = path.join(folder, 'again.backup')
  await muster({ DATABASE_URL: url }, 'backup', again)
  await muster({ DATABASE_URL: url }, 'restore', again, '--replace')
  const trail = await onClient(url, (sql) => sql`select id::int, actor_name, action, after->>'rows' is not null as counted from audit order by id`)
  const line = { actor_name: 'command line', action: 'database.restored', counted: true }
  expect(trail).toEqual([{ id: 1, ...line }, { id: 2, ...line }])
})

test('a file that was cut short is refused before anything is written, wherever it was cut', async () => {
  const url = await inUse()
  const before = await contents(url)
  const bytes = await readFile(whole)
  for (const part of [0, 0.2, 0.9, 0.999]) {
    const file = path.join(folder, `cut-${part}.backup`)
    await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * part)))
    const refused = await muster({ DATABASE_URL: url }, 'restore', file, '--replace')
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is not a whole backup') })
  }
  expect(await contents(url)).toEqual(before)
})

const changes: Record<string, [(text: string) => string, string]> = {
  'one letter of a row': [(text) => text.replace('\tgrace\t', '\tgrrce\t'), 'is not a whole backup'],
  'a missing row': [(text) => text.replace(/\n[^\n{]*\tgrace\t[^\n]*/, ''), 'is not a whole backup'],
  'a missing end': [(text) => text.replace(/\n[^\n]+\n$/, '\n'), 'is not a whole backup'],
  'something after the end': [(text) => `${text}{}\n`, 'is not a whole backup'],
  'another beginning': [() => 'select 1;\n', 'is not a backup of Muster'],
  'a newer format': [(text) => text.replace('"format":1', '"format":2'), 'in a format that this one does not know'],
}
for (const [what, [edit, says]] of Object.entries(changes))
  test(`a file with ${what} is refused`, async () => {
    const url = await empty()
    const file = await change(`${what}.backup`, edit)
    expect(await readFile(file)).not.toEqual(await readFile(whole))
    expect(await muster({ DATABASE_URL: url }, 'restore', file)).toMatchObject({ code: 1, err: expect.stringContaining(says) })
    expect(await contents(url)).toEqual({})
  })

test('no file, a folder and something that was never packed are refused with a hint', async () => {
  const plain = path.join(folder, 'plain.txt')
  await writeFile(plain, 'hello')
  const says = async (file: string) => (await muster({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'restore', file)).err
  expect(await says(path.join(folder, 'nowhere'))).toContain('There is no such file')
  expect(await says(folder)).toContain('A folder is not a backup')
  expect(await says(plain)).toContain('is not a whole backup')
})

/** With a checksum that fits, as another Muster would have written it. */
async function reseal(name: string, edit: (text: string) => string) {
  return change(name, (text) => {
    const [, body = '', end = ''] = /^(.*\n)([^\n]+)\n$/s.exec(text) ?? []
    const edited = edit(body)
    const sha256 = createHash('sha256').update(edited).digest('hex')
    return `${edited}${JSON.stringify({ ...(JSON.parse(end) as object), sha256 })}\n`
  })
}

test('a backup of a newer schema, or of one that is not known, is refused', async () => {
  const url = await empty()
  const [newer, other] = [9e12, 5].map((schema) => reseal(`${schema}.backup`, (text) => text.replace(/"schema":\d+/, `"schema":${schema}`)))
  expect((await muster({ DATABASE_URL: url }, 'restore', await newer!)).err).toContain('of a newer Muster than this one')
  expect((await muster({ DATABASE_URL: url }, 'restore', await other!)).err).toContain('schema this one does not know')
  expect(await contents(url)).toEqual({})
})

test('when Postgres refuses a row in the middle, its words are shown and the old data is whole', async () => {
  const url = await inUse()
  const before = await contents(url)
  const file = await reseal('orphan.backup', (text) => text.replace(/("table":"session_beats"[^\n]*\n)[^\t\n]+/, '$1nobody'))
  const refused = await muster({ DATABASE_URL: url }, 'restore', file, '--replace')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('violates foreign key constraint "session_beats_session_id') })
  expect(await contents(url)).toEqual(before)
})

test('a restore is refused while a Muster works on the database, or is about to, and changes nothing', async () => {
  const url = await inUse()
  const before = await contents(url)
  const running = connectDirect(url)
  try {
    await running`select 1`
    const refused = await muster({ DATABASE_URL: url }, 'restore', whole, '--replace')
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^Another Muster works on this database .*\nStop every Muster/) })
    await running`set application_name = 'psql'`
    await running`select pg_advisory_lock(${migrationLock})`
    expect(await muster({ DATABASE_URL: url }, 'restore', whole, '--replace')).toMatchObject({ code: 1, err: expect.stringContaining('at this moment') })
    await running`select pg_advisory_unlock(${migrationLock})`
  } finally {
    await running.end()
  }
  expect(await contents(url)).toEqual(before)
  expect(await muster({ DATABASE_URL: url }, 'restore', whole, '--replace')).toMatchObject({ code: 0 })
})

test('tables of somebody else are never dropped', async () => {
  const url = await inUse()
  await onClient(url, (sql) => sql`create table invoices (id int)`)
  const refused = await muster({ DATABASE_URL: url }, 'restore', whole, '--replace')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('that this Muster does not know: invoices') })
  expect(await onClient(url, (sql) => sql`select from threads where name = 'old'`)).toHaveLength(1)
})

test('every table that the migrations make is known as ours', async () => {
  expect(Object.keys(await contents(await createDatabase())).sort()).toEqual(knownTables().sort())
})

/** Everything that a schema consists of, in words. */
const schemaOf = (url: string) =>
  onClient(url, async (sql) => {
    const found = await sql<{ what: string }[]>`
      select 'column ' || table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as what
        from information_schema.columns where table_schema = 'public'
      union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
      union all select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'trigger ' || tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select 'view ' || viewname || definition from pg_views where schemaname = 'public'
      union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      order by 1`
    return found.map(({ what }) => what)
  })

test('after a restore the schema is the one that the migrations make, to the last trigger', async () => {
  const fresh = await schemaOf(await createDatabase())
  for (const [url, ...flags] of [[await empty()], [await inUse(), '--replace']] as const) {
    expect(await muster({ DATABASE_URL: url }, 'restore', whole, ...flags)).toMatchObject({ code: 0 })
    expect(await schemaOf(url)).toEqual(fresh)
  }
})

test('a backup of an older schema is restored and brought up to this one', async () => {
  const old = await empty()
  const [first] = knownMigrations()
  await onClient(old, async (sql) => {
    await sql.begin((tx) => applyMigrations(tx, { after: 0, upTo: first!.folderMillis }))
    await sql`insert into threads (workspace, name, generation) values ('default', 'main', 7)`
  })
  const file = path.join(folder, 'old.backup')
  expect(await muster({ DATABASE_URL: old }, 'backup', file)).toMatchObject({ code: 0 })
  expect(Object.keys(await contents(old))).not.toContain('people')

  const url = await empty()
  expect(await muster({ DATABASE_URL: url }, 'restore', file)).toMatchObject({ code: 0 })
  expect(Object.keys(await contents(url)).sort()).toEqual(knownTables().sort())
  expect(await onClient(url, (sql) => sql`select name, generation::int from threads`)).toEqual([{ name: 'main', generation: 7 }])
  const journal = (at: string) => onClient(at, (sql) => sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at`)
  await migrate(url)
  expect(await journal(url)).toEqual(await journal(await createDatabase()))
})

test('rows that triggers make are not made twice, and triggers work again afterwards', async () => {
  const withTrigger = await createDatabase()
  await onClient(withTrigger, (sql) => sql.unsafe(`
    create function count_people() returns trigger language plpgsql as $$
      begin insert into server_secrets (name, value) values ('people ' || new.id, 'x'); return new; end $$;
    create trigger count_people after insert on people for each row execute function count_people();
    insert into people (id, name, email) values ('p9', 'Ada', 'ada@example.org')`))
  const file = path.join(folder, 'trigger.backup')
  await muster({ DATABASE_URL: withTrigger }, 'backup', file)
  const { tables } = await checkBackup(file, () => {})
  const before = await contents(withTrigger)
  await onClient(withTrigger, (sql) => sql.begin((tx) => loadRows(tx, file, tables, () => {})))
  expect(await contents(withTrigger)).toEqual(before)
  await onClient(withTrigger, (sql) => sql`insert into people (id, name, email) values ('p10', 'G', 'g@example.org')`)
  expect(await onClient(withTrigger, (sql) => sql`select name from server_secrets order by 1`)).toEqual([{ name: 'people p10' }, { name: 'people p9' }])
})

test('progress names the table and counts rows', async () => {
  const from = await createDatabase()
  await onClient(from, (sql) => sql`insert into people (id, name, email) select n, n, n from generate_series(1, 1500) n`)
  const file = path.join(folder, 'progress.backup')
  expect((await muster({ DATABASE_URL: from }, 'backup', file)).shown[0]).toMatch(/^Backing up \w+: [\d,]+ rows$/)
  const restored = await muster({ DATABASE_URL: await empty() }, 'restore', file)
  // What is shown at most ten times a second begins with whatever table comes first.
  const said = restored.shown.map((text) => /^(Checking|Restoring) \w+: [\d,]+ rows$/.exec(text)?.[1])
  expect([...new Set(said)]).toEqual(['Checking', 'Restoring'])
})
