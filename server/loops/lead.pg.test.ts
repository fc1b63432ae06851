import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Client, type Db } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { registered } from '../../test/sessions.ts'
import { type Context, transaction } from '../context.ts'
import { announceVerdicts } from '../liveness/announce-verdicts.ts'
import { asLeader, lead, LostLead, resign } from './lead.ts'

let ctx: Context
let db: Db
let client: Client

beforeAll(async () => {
  ;({ ctx, db, client } = await testContext(await createDatabase()))
})
beforeEach(() => client`delete from leaders`)

const leader = async () => (await client`select holder, term::int, expires_at > clock_timestamp() as holds from leaders`)[0]

test('[GEN-4] of many that ask at once one leads, and it goes on leading', async () => {
  const names = Array.from({ length: 8 }, (_, at) => `p${at}`)
  const answers = await Promise.all(names.map((name) => lead(db, name)))
  expect(answers.filter((term) => term === 1)).toHaveLength(1)
  const first = names[answers.indexOf(1)]!
  expect(await lead(db, first)).toBe(1)
  expect(await leader()).toEqual({ holder: first, term: 1, holds: true })
})

test('[GEN-4] a lead that ran out goes to the next who asks, under a higher term, and the old one is told no', async () => {
  await lead(db, 'old')
  await client`update leaders set expires_at = clock_timestamp() - interval '1 ms'`
  expect(await lead(db, 'new')).toBe(2)
  expect(await lead(db, 'old')).toBeNull()
  expect(await leader()).toEqual({ holder: 'new', term: 2, holds: true })
})

test('who resigns hands on at once; who does not lead can not resign for another', async () => {
  await lead(db, 'a')
  await resign(db, 'b')
  expect(await lead(db, 'b')).toBeNull()
  await resign(db, 'a')
  expect(await lead(db, 'b')).toBe(2)
})

test('[GEN-1] a lease that was waited for counts from after the wait', async () => {
  await lead(db, 'a')
  const held = await holdRows(client, `select from leaders for update`)
  const renewed = lead(db, 'a')
  await held.awaited()
  const freedAt = await held.release()
  expect(await renewed).toBe(1)
  const [row] = await client`select expires_at > ${freedAt}::timestamptz + interval '5 s' as whole from leaders`
  expect(row!.whole).toBe(true)
})

test('a leader that lost its lead does nothing more, in whatever transaction it is about to begin', async () => {
  const { id } = await registered(ctx)
  await client`update session_beats set last_beat_at = clock_timestamp() - interval '60 s' where session_id = ${id}`
  const old = asLeader(ctx, 'old', (await lead(db, 'old'))!)
  await client`update leaders set expires_at = clock_timestamp() - interval '1 ms'`
  await expect(announceVerdicts(old)).rejects.toThrow(LostLead)
  const next = asLeader(ctx, 'new', (await lead(db, 'new'))!)
  await expect(announceVerdicts(old)).rejects.toThrow(LostLead)
  expect(await announceVerdicts(next)).toBe(1)
  await client`update leaders set expires_at = clock_timestamp() - interval '1 ms'`
  await lead(db, 'old')
  await expect(announceVerdicts(old)).rejects.toThrow(LostLead)
})

test('nobody takes the lead over while the leader acts', async () => {
  const old = asLeader(ctx, 'old', (await lead(db, 'old'))!)
  let over = false
  let taken: Promise<number | null> | undefined
  await transaction(old, async () => {
    taken = lead(db, 'new').then((term) => {
      expect(over).toBe(true)
      return term
    })
    await vi.waitFor(async () => expect(await client`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%leaders as l%'`).toHaveLength(1))
    over = true
  })
  expect(await taken).toBeNull()
})
