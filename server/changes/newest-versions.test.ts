import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Change } from '../../contract/realtime.ts'
import { NewestVersions } from './newest-versions.ts'

const change = (entity: string, version: number, body: unknown = {}): Change => ({ topic: 'session', entity, version, body })

test('[RT-5] a change that carries an older version than one before it is dropped', () => {
  const newest = new NewestVersions()
  expect(newest.keep([change('a', 3), change('a', 2)])).toEqual([change('a', 3)])
  expect(newest.keep([change('a', 2), change('a', 3), change('b', 1), change('a', 4)])).toEqual([change('b', 1), change('a', 4)])
})

test('a tombstone counts as a version: nothing older comes after it', () => {
  const newest = new NewestVersions()
  expect(newest.keep([change('a', 5, null)])).toHaveLength(1)
  expect(newest.keep([change('a', 4)])).toEqual([])
})

test('in any order of delivery each entity only moves forward and ends with its highest version', () => {
  const deliveries = fc.array(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 20 }))))
  fc.assert(
    fc.property(deliveries, (pages) => {
      const newest = new NewestVersions()
      const seen = new Map<string, number>()
      for (const page of pages)
        for (const { entity, version } of newest.keep(page.map(([entity, version]) => change(entity, version)))) {
          expect(version).toBeGreaterThan(seen.get(entity) ?? 0)
          seen.set(entity, version)
        }
      for (const [entity, version] of pages.flat()) expect(seen.get(entity)).toBeGreaterThanOrEqual(version)
    }),
  )
})

test('memory is bounded, and what changed last is remembered', () => {
  const newest = new NewestVersions()
  newest.keep(Array.from({ length: 100_000 }, (_, i) => change(`s-${i}`, 5)))
  newest.keep([change('s-0', 6), change('one-more', 1)])
  expect(newest.keep([change('s-0', 5)])).toEqual([])
  expect(newest.keep([change('s-1', 4)])).toHaveLength(1)
})

test('after a gap everything counts as new', () => {
  const newest = new NewestVersions()
  newest.keep([change('a', 9)])
  newest.clear()
  expect(newest.keep([change('a', 1)])).toHaveLength(1)
})
