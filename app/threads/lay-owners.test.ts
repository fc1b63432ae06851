import { expect, test } from 'vitest'
import { type Tenure } from '../../contract/threads.ts'
import { layOwners, mostLanes } from './lay-owners.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString()
const now = Date.parse(at(40))
const tenure = (generation: number, sessionId: string, from: number, to: number | null): Tenure => ({
  id: `00000000-0000-4000-8000-${String(generation).padStart(12, '0')}`, sessionId, name: `name of ${sessionId}`, generation, anchor: null,
  reservedAt: at(from), releasedAt: to === null ? null : at(to), releasedAs: to === null ? null : 'complete', releasedBy: null, releaseReason: null, refused: 0,
})

test('[UI-4, RSV-10] owners over time: a lane each, newest on top, its bars where it had the thread', () => {
  const { lanes } = layOwners([tenure(3, 'a', 30, null), tenure(2, 'b', 10, 20), tenure(1, 'a', 0, 10)], now)
  expect(lanes.map(({ sessionId, name }) => [sessionId, name])).toEqual([['a', 'name of a'], ['b', 'name of b']])
  expect(lanes[0]!.bars.map(({ left, width }) => [left, width])).toEqual([[0.75, 0.25], [0, 0.25]])
  expect(lanes[1]!.bars.map(({ left, width }) => [left, width])).toEqual([[0.25, 0.25]])
})

test('[UI-4] where nobody had it there is a gap, up to now when nobody has it now', () => {
  expect(layOwners([tenure(2, 'b', 30, null), tenure(1, 'a', 0, 20)], now).gaps).toEqual([{ left: 0.5, width: 0.25 }])
  expect(layOwners([tenure(1, 'a', 0, 20)], now).gaps).toEqual([{ left: 0.5, width: 0.5 }])
  expect(layOwners([tenure(2, 'b', 20, null), tenure(1, 'a', 0, 20)], now).gaps).toEqual([])
})

test('[UI-4] generations that are not told are no gap', () => {
  expect(layOwners([tenure(9, 'b', 30, null), tenure(1, 'a', 0, 20)], now).gaps).toEqual([])
})

test('[UI-4] what there is no room for is counted, and the ends of the axis are the first drawn owner and now', () => {
  const many = Array.from({ length: mostLanes + 3 }, (_, n) => tenure(n + 1, `s${n}`, n * 2, n * 2 + 2)).toReversed()
  const { lanes, left, ticks } = layOwners(many, now)
  expect(lanes).toHaveLength(mostLanes)
  expect(left).toBe(3)
  expect(lanes.at(-1)!.bars[0]!.left).toBe(0)
  expect([ticks[0]!.says, ticks.at(-1)!.says]).toEqual(['34m ago', 'now'])
})

test('a thread that never had an owner has nothing to draw', () => {
  expect(layOwners([], now)).toEqual({ lanes: [], gaps: [], ticks: [], left: 0 })
})
