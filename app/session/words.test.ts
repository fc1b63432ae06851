import { expect, test } from 'vitest'
import { sayAmount, sayClock, sayCost, sayCount, sayDuration, sumTokens } from './words.ts'

test.each([[-5, '0s'], [4_999, '4s'], [60_000, '1m'], [3_960_000, '1h 06m'], [273_600_000, '3d 4h']])('%i ms is %s', (ms, said) => {
  expect(sayDuration(ms)).toBe(said)
})

test.each([[41_000, '41 s'], [250_000, '4m 10s'], [4_000_000, '1h 06m']])('a clock of %i ms says %s', (ms, said) => {
  expect(sayClock(ms)).toBe(said)
})

test.each([[null, '—'], [0, '0'], [999, '999'], [1_900, '1.9k'], [88_000, '88k'], [999_600, '1.0M'], [1_900_000, '1.9M'], [12_400_000, '12M']])(
  '%s is %s',
  (value, said) => expect(sayAmount(value)).toBe(said),
)

test('never reported is not zero', () => {
  expect(sayCost(null)).toBe('—')
  expect(sayCost(8_420_000)).toBe('8.42')
  expect(sumTokens({ inputTokens: null, outputTokens: null })).toBeNull()
  expect(sumTokens({ inputTokens: null, outputTokens: 3 })).toBe(3)
})

test('a capped count says that there may be more', () => {
  expect(sayCount({ count: 10_000, capped: true })).toBe('10,000+')
})
