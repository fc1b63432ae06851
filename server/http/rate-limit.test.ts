import { expect, test } from 'vitest'
import { type Actor } from '../context.ts'
import { rateLimit } from './rate-limit.ts'

const token = (id: string): Actor => ({ kind: 'token', id, name: id, role: 'agent', workspace: null })
const refusedOf = (calls: number, call: () => void) => {
  let refused = 0
  for (let i = 0; i < calls; i++)
    try {
      call()
    } catch (error) {
      expect(error).toMatchObject({ code: 'too_many_requests', details: { retryAfterSeconds: 1 } })
      refused++
    }
  return refused
}

test('[SEC-6] a token may burst, is then held to its rate, and never takes from another', () => {
  let now = 0
  const limit = rateLimit(10, () => now)
  expect(refusedOf(25, () => limit(token('a')))).toBe(5)
  expect(refusedOf(20, () => limit(token('b')))).toBe(0)
  now = 500
  expect(refusedOf(7, () => limit(token('a')))).toBe(2)
  now = 60_000
  expect(refusedOf(21, () => limit(token('a')))).toBe(1)
})

test('[SEC-6] people are not held to the rate of tokens', () => {
  const limit = rateLimit(1, () => 0)
  expect(refusedOf(100, () => limit({ ...token('p'), kind: 'person' }))).toBe(0)
})
