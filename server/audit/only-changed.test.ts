import { expect, test } from 'vitest'
import { onlyChanged } from './only-changed.ts'

test('[OPS-5] keeps the fields that differ, and of a thing that came or went all of them', () => {
  expect(onlyChanged({ name: 'Ann', role: 'viewer' }, { name: 'Ann', role: 'admin' })).toEqual({ before: { role: 'viewer' }, after: { role: 'admin' } })
  expect(onlyChanged({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }], c: null })).toEqual({ before: {}, after: {} })
  expect(onlyChanged(null, { name: 'Ann' })).toEqual({ before: null, after: { name: 'Ann' } })
  expect(onlyChanged({ name: 'Ann' }, null)).toEqual({ before: { name: 'Ann' }, after: null })
})
