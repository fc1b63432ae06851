import { expect, test } from 'vitest'
import { type FleetSample } from '../../contract/liveness.ts'
import { highest, stackAreas } from './stack-areas.ts'

const minute = 60_000
const now = Date.parse('2026-01-01T11:00:00Z')
const sample = (ago: number, given: Partial<FleetSample>): FleetSample => ({
  at: new Date(now - ago * minute).toISOString(), alive: 0, waiting: 0, stalled: 0, quiet: 0, dead: 0, unknown: 0, costMicroUsd: 0, tokens: 0, conflicts: 0, feedLagMs: 0, ...given,
})
const areas = (samples: FleetSample[]) => stackAreas(samples, { width: 60, height: 108 }, now, 60 * minute, minute)

test('[UI-12] states are stacked by time, what asks for somebody at the bottom', () => {
  const two = [sample(2, { alive: 9, waiting: 1 }), sample(1, { alive: 8, waiting: 2 })]
  expect(highest(two)).toBe(10)
  expect(areas(two)).toEqual([
    { state: 'waiting', path: 'M58.0 98.0L59.0 88.0L59.0 108.0L58.0 108.0Z' },
    { state: 'alive', path: 'M58.0 8.0L59.0 8.0L59.0 88.0L58.0 98.0Z' },
  ])
})

test('[UI-12] nothing is drawn where nothing was sampled, and nothing of what is too long ago', () => {
  const gap = [sample(90, { alive: 5 }), sample(20, { alive: 5 }), sample(19, { alive: 5 }), sample(5, { alive: 5 }), sample(4, { alive: 5 })]
  expect(areas(gap)[0]!.path.match(/M/g)).toHaveLength(2)
  expect(areas([sample(3, { alive: 5 })])).toEqual([])
  expect(areas([])).toEqual([])
})
