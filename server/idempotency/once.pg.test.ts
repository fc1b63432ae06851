import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { RegisterSession } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { type Context } from '../context.ts'
import { registerSession } from '../sessions/register-session.ts'
import { forgetKeys } from './forget-keys.ts'
import { once } from './once.ts'

let ctx: Context
let client: Client
let other: Context

beforeAll(async () => {
  const url = await createDatabase()
  ;({ ctx, client } = await testContext(url))
  other = { ...(await testContext(url)).ctx, actor: ctx.actor }
})

const register = (on: Context, key: string, name: string) =>
  once(on, {
    key,
    request: { operation: 'registerSession', body: { name } },
    work: async (tx) => (await registerSession(tx, RegisterSession.parse({ name, thread: 'main' }))).session.id,
  })
const named = async (name: string) => (await client`select id from sessions where name = ${name}`).length

test('[GEN-5] the same key and request give the recorded answer and do it once', async () => {
  const first = await register(ctx, 'k1', 'once')
  expect(await register(ctx, 'k1', 'once')).toBe(first)
  expect(await named('once')).toBe(1)
})

test('[GEN-5] of many at the same moment, through two pools, one does it and all get its answer', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => register(i % 2 ? ctx : other, 'k2', 'race')))
  expect(new Set(answers).size).toBe(1)
  expect(await named('race')).toBe(1)
})

test('[GEN-5] the same key with another request is a conflict and does nothing', async () => {
  await register(ctx, 'k3', 'first')
  await expect(register(ctx, 'k3', 'second')).rejects.toMatchObject({ code: 'idempotency_conflict' })
  expect(await named('second')).toBe(0)
})

test('[GEN-5] keys of two callers never meet', async () => {
  await register(ctx, 'k4', 'mine')
  await register({ ...ctx, actor: { ...ctx.actor, id: 'somebody else' } }, 'k4', 'theirs')
  expect(await named('theirs')).toBe(1)
})

test('[GEN-5] what was refused is not recorded: the same key may try again', async () => {
  const refused = once(ctx, { key: 'k5', request: 1, work: () => Promise.reject(new Error('refused')) })
  await expect(refused).rejects.toThrow('refused')
  expect(await register(ctx, 'k5', 'after a refusal')).toMatch(/^agent-/)
})

test('[GEN-5] the work and its key commit together: a failure after the work leaves neither', async () => {
  const failing = once(ctx, {
    key: 'k6',
    request: 1,
    work: async (tx) => {
      await registerSession(tx, RegisterSession.parse({ name: 'half done', thread: 'main' }))
      await tx.db.execute(sql`select 1 / 0`)
    },
  })
  await expect(failing).rejects.toThrow()
  expect(await named('half done')).toBe(0)
  expect(await client`select from idempotency_keys where key = 'k6'`).toHaveLength(0)
})

test('[GEN-5] a recorded answer holds no secret, and a replay issues a new one', async () => {
  let issued = 0
  const make = () =>
    once(ctx, {
      key: 'k7',
      request: 1,
      work: async () => ({ id: 'x', secret: `secret-${++issued}` }),
      withoutSecrets: ({ id }) => ({ id }),
      reissue: async (_tx, kept) => ({ ...kept, secret: `secret-${++issued}` }),
    })
  expect(await make()).toEqual({ id: 'x', secret: 'secret-1' })
  expect(await make()).toEqual({ id: 'x', secret: 'secret-2' })
  const [row] = await client`select answer::text as text from idempotency_keys where key = 'k7'`
  expect(row!.text).not.toContain('secret-')
})

test('[GEN-5] keys are kept for a day at least, and not for ever', async () => {
  await register(ctx, 'k8', 'a day old')
  await register(ctx, 'k9', 'three days old')
  await client`update idempotency_keys set made_at = clock_timestamp() - interval '24 hours' where key = 'k8'`
  await client`update idempotency_keys set made_at = clock_timestamp() - interval '3 days' where key = 'k9'`
  expect(await forgetKeys(ctx)).toBe(1)
  expect(await client`select from idempotency_keys where key in ('k8', 'k9')`).toHaveLength(1)
})
