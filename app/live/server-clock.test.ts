import { expect, test } from 'vitest'
import { chooseAnchor, toAnchor } from './server-clock.ts'

test('the server is taken to have answered in the middle of the round trip', () => {
  expect(toAnchor('1970-01-01T00:00:10.000Z', 100, 140)).toEqual({ serverMs: 10_000, localMs: 120, roundTripMs: 40 })
})

test('a slow answer does not replace a quick one, until that has grown old', () => {
  const quick = { serverMs: 0, localMs: 0, roundTripMs: 10 }
  const slow = { serverMs: 900, localMs: 1_000, roundTripMs: 400 }
  expect(chooseAnchor(null, slow)).toBe(slow)
  expect(chooseAnchor(quick, slow)).toBe(quick)
  expect(chooseAnchor(slow, { ...quick, localMs: 2_000 }).roundTripMs).toBe(10)
  expect(chooseAnchor(quick, { ...slow, localMs: 40_000 }).roundTripMs).toBe(400)
})
