import { expect, test } from 'vitest'
import { plotRows, stackUp } from './plot-data.ts'

test('[UI-12] stacked areas add up, and a gap adds nothing', () => {
  expect(stackUp([[1, 2, null], [10, null, 30], [100, 100, 100]])).toEqual([[1, 2, 0], [11, 2, 30], [111, 102, 130]])
})

test.each([[0, []], [1, [0]], [3, [2, 1, 0]]])('[UI-12] of %i values the table shows %j', (count, rows) => {
  expect(plotRows(count)).toEqual(rows)
})

test('[UI-12] a long series is thinned to what can be read, its newest value first', () => {
  const rows = plotRows(500)
  expect(rows[0]).toBe(499)
  expect(rows.length).toBeLessThanOrEqual(30)
  expect(Math.min(...rows)).toBeGreaterThanOrEqual(0)
})
