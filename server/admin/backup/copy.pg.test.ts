import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sql } from 'postgres'
import { connectDirect } from '../../../db/client.ts'
import { createDatabase } from '../../../test/postgres-cluster.ts'
import { copyIn } from './copy-in.ts'
import { copyOut } from './copy-out.ts'
import { countRows } from './format.ts'

let url: string
let client: Sql
beforeAll(async () => {
  url = await createDatabase()
  client = connectDirect(url)
})
afterAll(() => client.end({ timeout: 1 }))

test('a COPY of any length ends, and the connection takes the next query', async () => {
  for (let rows = 100; rows < 4_000; rows += 130) {
    let seen = 0
    for await (const piece of copyOut(client`copy (select repeat('x', 97) from generate_series(1, ${client.unsafe(String(rows))})) to stdout`)) seen += countRows(piece)
    expect(seen).toBe(rows)
    expect(await client`select 1 as next`).toEqual([{ next: 1 }])
  }
})

test('what Postgres refuses comes out with its own words: in the middle, and after the last row', async () => {
  const people = { table: 'people', columns: ['id', 'name', 'email'] }
  const row = (n: number) => `p${n}\tAda\t${n}@example.org\n`
  const twice = client.begin(async (tx) => {
    const copy = await copyIn(tx, people)
    await copy.write(Buffer.from(row(1) + row(1)))
    await copy.end()
  })
  await expect(twice).rejects.toThrow('duplicate key value violates unique constraint "people_pkey"')
  const many = client.begin(async (tx) => {
    const copy = await copyIn(tx, people)
    await copy.write(Buffer.from('only one column\n'))
    for (let n = 0; n < 100_000; n++) await copy.write(Buffer.from(row(n).repeat(100)))
    await copy.end()
  })
  await expect(many).rejects.toThrow('missing data for column "name"')
  expect(await client`select from people`).toHaveLength(0)
})

test('a connection that is lost in the middle is an error, not a wait', async () => {
  const other = connectDirect(url)
  const lost = client.begin(async (tx) => {
    const copy = await copyIn(tx, { table: 'people', columns: ['id', 'name', 'email'] })
    await other`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    for (let n = 0; n < 100_000; n++) await copy.write(Buffer.alloc(65_536, 'a'))
    await copy.end()
  })
  await expect(lost).rejects.toMatchObject({ code: expect.stringMatching(/^(CONNECTION_|57P01|ECONN|EPIPE)/) })
  await other.end({ timeout: 1 })
})
