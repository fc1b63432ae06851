import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../test/postgres-cluster.ts'
import { connect } from './client.ts'
import { json } from './json.ts'
import { isTimeout, isUnreachable, sqlState } from './sql-state.ts'

let house: ReturnType<typeof connect>

beforeAll(async () => {
  house = connect(await createDatabase(), 2)
})
afterAll(() => house.close())

describe('JSON goes in by json() and comes back as it was', () => {
  test.each([
    null, true, 0, -1.5, 9007199254740991, '', 'text', "it's \"quoted\" \\ `x`", '日本 😀 \u2028\n\t\u0001', '$1 ${2} :name ?', '{"not":"parsed"}',
    [], {}, [[], {}, null], { a: { b: [1, 'two', { c: null }] }, '': 'empty key', 'ü "k"': [true] },
  ])('%j', async (value) => {
    const [row] = await house.db.execute<{ value: unknown; kind: string }>(sql`select ${json(value)} as value, jsonb_typeof(${json(value)}) as kind`)
    expect(row!.value).toEqual(value)
    expect(row!.kind).toBe(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
  })
})

describe('a time goes in as text and comes back as text, to the microsecond', () => {
  test.each([
    ['2026-01-02T03:04:05.678901+00:00', '2026-01-02T03:04:05.678901+00:00'],
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05+00:00'],
    ['2026-07-02T05:04:05.1+02:00', '2026-07-02T03:04:05.1+00:00'],
  ])('%s', async (given, back) => {
    const [row] = await house.db.execute<{ json: string; column: string; same: boolean }>(
      sql`select to_jsonb(${given}::timestamptz) as json, ${given}::timestamptz as column, ${given}::timestamptz = ${back}::timestamptz as same`,
    )
    expect(row!.json).toBe(back)
    expect(row!.column).toBeTypeOf('string')
    expect(row!.same).toBe(true)
  })
  test('also through the client itself, which drizzle() has changed', async () => {
    const [row] = await house.client`select '2026-01-02 03:04:05.678901+00'::timestamptz as at, '{"a":1}'::jsonb as body`
    expect(row).toEqual({ at: '2026-01-02 03:04:05.678901+00', body: { a: 1 } })
  })
})

test('every connection has its limits and speaks UTC, so that none can hold the feed back for long', async () => {
  const [row] = await house.client`
    select current_setting('TimeZone') as zone, current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock, current_setting('application_name') as name`
  expect(row).toEqual({ zone: 'UTC', idle: '10s', statement: '30s', lock: '10s', name: 'muster' })
})

describe('what went wrong is known by its code, through every wrapping', () => {
  const failure = (work: () => PromiseLike<unknown>) => Promise.resolve(work()).then(() => null, (error: unknown) => error)
  test('of a statement', async () => {
    const error = await failure(() => house.db.execute(sql`select 1/0`))
    expect([sqlState(error), isTimeout(error), isUnreachable(error)]).toEqual(['22012', false, false])
  })
  test('of waiting too long', async () => {
    const error = await failure(() =>
      house.db.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = 1`)
        await tx.execute(sql`select pg_sleep(5)`)
      }),
    )
    expect([sqlState(error), isTimeout(error), isUnreachable(error)]).toEqual(['57014', true, false])
  })
  test('of a connection that was ended', async () => {
    const error = await failure(() => house.db.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
    expect([isTimeout(error), isUnreachable(error)]).toEqual([false, true])
    expect((await house.client`select 1 as one`)[0]!.one).toBe(1)
  })
  test('of an address where nobody is', async () => {
    const nowhere = connect('postgres://x:y@127.0.0.1:1/none', 1)
    expect(isUnreachable(await failure(() => nowhere.db.execute(sql`select 1`)))).toBe(true)
    await nowhere.close()
  })
  test('and of anything else nothing is made up', () => {
    expect(sqlState(new Error('no', { cause: { code: '40001' } }))).toBeUndefined()
    expect(sqlState(Object.assign(new Error('no'), { code: 'ERR_X' }))).toBeUndefined()
    expect(isUnreachable(undefined)).toBe(false)
  })
})
