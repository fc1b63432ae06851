import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { everyRow, openPeople } from '../people/people-fixture.ts'
import { makeToken } from './make-token.ts'

let house: ReturnType<typeof openPeople>

beforeAll(async () => {
  house = openPeople(await createDatabase())
})
afterAll(() => house.close())

const bearer = (token: string) => house.identify({ authorization: `Bearer ${token}` })

test('[SEC-4] a token names its agent, is shown once and kept as a hash', async () => {
  const { token, secret } = await makeToken(house.ctx, { name: 'build-3', role: 'agent' })
  expect(secret).toMatch(/^mst_[\w-]{43}$/)
  expect(token.expiresAt).toBeNull()
  expect(await bearer(secret)).toEqual({ kind: 'token', id: token.id, name: 'build-3', role: 'agent', workspace: null })
  const rows = await everyRow(house)
  expect(rows).toContain('build-3')
  expect(rows).not.toContain(secret.slice(4))
})

test('[SEC-4] a token that expired or was revoked is nobody, on the database\'s clock', async () => {
  const { token, secret } = await makeToken(house.ctx, { name: 'short', role: 'agent', expiresInMs: 60_000 })
  expect(await bearer(secret)).not.toBeNull()
  await house.client`update tokens set expires_at = clock_timestamp() where id = ${token.id}`
  expect(await bearer(secret)).toBeNull()
  await house.client`update tokens set expires_at = null, revoked_at = clock_timestamp() where id = ${token.id}`
  expect(await bearer(secret)).toBeNull()
})

test('a bearer that is not ours is nobody, and does not fall back to a cookie', async () => {
  const { secret: token } = await makeToken(house.ctx, { name: 'other', role: 'agent' })
  for (const wrong of ['', 'mst_', token.slice(0, -1), token.toUpperCase(), `x${token}`, 'mst_' + 'a'.repeat(5_000)])
    expect(await bearer(wrong)).toBeNull()
  expect(await house.identify({})).toBeNull()
  expect(await house.identify({ authorization: 'Basic dXNlcjpwYXNz' })).toBeNull()
})
