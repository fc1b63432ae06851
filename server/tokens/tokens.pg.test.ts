import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { identify } from '../people/identify.ts'
import { everyRow, openPeople } from '../people/people-fixture.ts'
import { makeToken } from './make-token.ts'

let house: ReturnType<typeof openPeople>

beforeAll(async () => {
  house = openPeople(await createDatabase())
})
afterAll(() => house.close())

const bearer = (token: string) => identify(house, { authorization: `Bearer ${token}` })

test('[SEC-4] a token names its agent, is shown once and kept as a hash', async () => {
  const made = await makeToken(house.ctx, { name: 'build-3' })
  expect(made.token).toMatch(/^mst_[\w-]{43}$/)
  expect(made.expiresAt).toBeNull()
  expect(await bearer(made.token)).toEqual({ kind: 'token', id: made.id, name: 'build-3' })
  const rows = await everyRow(house)
  expect(rows).toContain('build-3')
  expect(rows).not.toContain(made.token.slice(4))
})

test('[SEC-4] a token that expired or was revoked is nobody, on the database\'s clock', async () => {
  const { id, token } = await makeToken(house.ctx, { name: 'short', expiresInMs: 60_000 })
  expect(await bearer(token)).not.toBeNull()
  await house.client`update tokens set expires_at = clock_timestamp() where id = ${id}`
  expect(await bearer(token)).toBeNull()
  await house.client`update tokens set expires_at = null, revoked_at = clock_timestamp() where id = ${id}`
  expect(await bearer(token)).toBeNull()
})

test('a bearer that is not ours is nobody, and does not fall back to a cookie', async () => {
  const { token } = await makeToken(house.ctx, { name: 'other' })
  for (const wrong of ['', 'mst_', token.slice(0, -1), token.toUpperCase(), `x${token}`, 'mst_' + 'a'.repeat(5_000)])
    expect(await bearer(wrong)).toBeNull()
  expect(await identify(house, {})).toBeNull()
  expect(await identify(house, { authorization: 'Basic dXNlcjpwYXNz' })).toBeNull()
})
