import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DomainError } from '../contract/errors.ts'
import { type Client } from '../db/client.ts'
import { testContext } from '../test/context.ts'
import { createDatabase } from '../test/postgres-cluster.ts'
import { type Context, transaction } from './context.ts'

let ctx: Context
let client: Client
let hints: { count: number }

beforeAll(async () => {
  ;({ ctx, client, hints } = await testContext(await createDatabase()))
  await client`create table notes (note text)`
  // A sequence keeps its place over a rollback, so the database itself counts the attempts.
  await client`create sequence attempts`
  await client.unsafe(`
    create function fail_first(times int, code text) returns bigint language plpgsql as $$
    declare attempt bigint := nextval('attempts');
    begin
      if attempt <= times then raise exception 'attempt %', attempt using errcode = code; end if;
      return attempt;
    end $$`)
})
beforeEach(async () => {
  await client`truncate notes`
  await client`alter sequence attempts restart`
})

const attempts = async () => (await client`select case when is_called then last_value else 0 end::int as count from attempts`)[0]!.count as number
const failing = (times: number, code: string) =>
  transaction(ctx, async (tx) => {
    await tx.db.execute(sql`insert into notes values ('written')`)
    await tx.db.execute(sql`select fail_first(${times}::int, ${code})`)
    return 'done'
  })
const notes = async () => (await client`select from notes`).length

test.each(['40P01', '40001'])('[GEN-11] %s is tried again up to three times, and what failed attempts wrote is gone', async (code) => {
  expect(await failing(3, code)).toBe('done')
  expect(await attempts()).toBe(4)
  expect(await notes()).toBe(1)
})

test.each(['40P01', '40001'])('[GEN-11] the fourth %s in a row is try_again, and nothing was changed', async (code) => {
  await expect(failing(4, code)).rejects.toMatchObject({ code: 'try_again' })
  expect(await attempts()).toBe(4)
  expect(await notes()).toBe(0)
})

test.each(['23505', '22012', 'P0001', '55P03'])('[GEN-2] %s is not tried again, and rolls the command back whole', async (code) => {
  await expect(failing(1, code)).rejects.toMatchObject({ cause: { code } })
  expect(await attempts()).toBe(1)
  expect(await notes()).toBe(0)
})

test('[GEN-2] a domain error rolls back like an SQL error, and nobody is told to look', async () => {
  const before = hints.count
  const refused = transaction(ctx, async (tx) => {
    await tx.db.execute(sql`insert into notes values ('written')`)
    throw new DomainError('session_active', 'no')
  })
  await expect(refused).rejects.toMatchObject({ code: 'session_active' })
  expect(await notes()).toBe(0)
  expect(hints.count).toBe(before)
})

test('[GEN-3] after a commit the feed is told to look, once', async () => {
  const before = hints.count
  await failing(2, '40001')
  expect(hints.count).toBe(before + 1)
})

test('[GEN-11] a real deadlock of two transactions ends with both done', async () => {
  await client`insert into notes values ('a'), ('b')`
  let bothHold = () => {}
  const holding = new Promise<void>((resolve) => (bothHold = resolve))
  let holders = 0
  const crossing = (first: string, second: string) =>
    transaction(ctx, async (tx) => {
      await tx.db.execute(sql`select from notes where note = ${first} for update`)
      if (++holders === 2) bothHold()
      await holding
      await tx.db.execute(sql`select from notes where note = ${second} for update`)
      return 'done'
    })
  expect(await Promise.all([crossing('a', 'b'), crossing('b', 'a')])).toEqual(['done', 'done'])
  expect(holders).toBeGreaterThan(2)
})
