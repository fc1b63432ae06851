import { posix } from 'node:path'
import { array, assert, boolean, constantFrom, pre, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { normalizePath, Path } from '../../contract/ids.ts'

test.each([
  ['/a/b', '/a/b'], ['/a/b/', '/a/b'], ['/a//b', '/a/b'], ['/a/./b/.', '/a/b'], ['/a/x/../b', '/a/b'], ['/../a', '/a'], ['/', '/'], ['/..', '/'],
  ['./a', 'a'], ['b/../a', 'a'], ['a', 'a'], ['.', '.'], ['./', '.'], ['a/..', '.'], ['../a', '../a'], ['../../a/..', '../..'],
  ['a/../../b', '../b'], ['...', '...'], ['a/..b', 'a/..b'], [' a ', ' a '], ['C:\\x', 'C:\\x'],
])('[SES-9] the path %j is spelled %j', (given, spelled) => {
  expect(normalizePath(given)).toBe(spelled)
  expect(Path.parse(given)).toBe(spelled)
})

const part = constantFrom('', '.', '..', 'a', 'b', '...', 'ü 😀', '-')
const anyPath = tuple(boolean(), array(part, { maxLength: 12 })).map(([rooted, parts]) => (rooted ? '/' : '') + parts.join('/')).filter(Boolean)

test('[SES-9] a path has one spelling: the same as the system would reach, and itself again', () => {
  assert(property(anyPath, (given) => {
    const spelled = normalizePath(given)
    expect(normalizePath(spelled)).toBe(spelled)
    expect(normalizePath(`${given}/`)).toBe(spelled)
    expect(posix.resolve('/x/y/z', spelled)).toBe(posix.resolve('/x/y/z', given))
    expect(spelled).toBe(posix.normalize(given).replace(/(.)\/$/, '$1'))
  }), { numRuns: 2_000 })
})

test('[SES-9] paths that lead to one place from everywhere are spelled alike', () => {
  const from = (given: string) => ['/', '/q', '/x/y/z'].map((root) => posix.resolve(root, given)).join()
  assert(property(anyPath, anyPath, (one, other) => {
    const deep = (given: string) => !normalizePath(given).startsWith('..')
    pre(deep(one) && deep(other))
    expect(normalizePath(one) === normalizePath(other)).toBe(from(one) === from(other))
  }), { numRuns: 2_000 })
})
