import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizePath, Path, SessionId, Text, ThreadName, WorkspaceName } from './ids.ts'

const fits = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown) => schema.safeParse(value).success

test.each(['a', '0', '-', 'agent-mfrggzdfmztwq2lknnwg', 'a'.repeat(200)])('[GEN-7] %j is a session id', (id) => {
  expect(fits(SessionId, id)).toBe(true)
})

const badIds = ['', 'A', 'agent_1', 'a b', 'a.b', 'a/b', '../a', 'a\n', '\na', 'a\u0000', 'ä', 'ａ', 'a%', "a'", 'a'.repeat(201), 7, null, {}]
test.each(badIds)('[GEN-7] %j is no session id', (id) => {
  expect(fits(SessionId, id)).toBe(false)
})

const goodNames = ['main', 'feature/rate-limits', 'a..b', 'a/...', '..a/b', 'with space', 'ünï😀', 'a/-b', '.hidden', 'a'.repeat(200)]
const badNames = [
  '', '/abs', '-flag', '..', '../a', 'a/..', 'a/../b', 'a\u0000b', 'a\nb', 'tab\t', 'del\u007f', 'c1\u0085', 'half\ud800',
  'a'.repeat(201), 7, null,
]
for (const [what, schema] of [['thread', ThreadName], ['workspace', WorkspaceName]] as const) {
  test.each(goodNames)(`[GEN-7] %j is a ${what} name`, (name) => expect(fits(schema, name)).toBe(true))
  test.each(badNames)(`[GEN-7] %j is no ${what} name`, (name) => expect(fits(schema, name)).toBe(false))
}

test('text that Postgres can not store is refused before it gets there; all other text is taken', () => {
  for (const text of ['\u0000', 'a\ud800', '\udc00b', 'a'.repeat(11)]) expect(fits(Text(10), text)).toBe(false)
  for (const text of ['', '😀', '\u0001\n\t', "'; drop table", '\ufffd']) expect(fits(Text(20), text)).toBe(true)
})

test.each([
  ['/a/b', '/a/b'], ['/a/b/', '/a/b'], ['/a//b', '/a/b'], ['/a/./b/.', '/a/b'], ['/a/x/../b', '/a/b'], ['/../a', '/a'], ['/', '/'], ['/..', '/'],
  ['./a', 'a'], ['b/../a', 'a'], ['a', 'a'], ['.', '.'], ['./', '.'], ['a/..', '.'], ['../a', '../a'], ['../../a/..', '../..'],
  ['a/../../b', '../b'], ['...', '...'], ['a/..b', 'a/..b'], [' a ', ' a '], ['C:\\x', 'C:\\x'],
])('[SES-9] the path %j is spelled %j', (given, spelled) => {
  expect(normalizePath(given)).toBe(spelled)
  expect(Path.parse(given)).toBe(spelled)
})

const part = fc.constantFrom('', '.', '..', 'a', 'b', '...', 'ü 😀', '-')
const anyPath = fc.tuple(fc.boolean(), fc.array(part, { maxLength: 12 })).map(([rooted, parts]) => (rooted ? '/' : '') + parts.join('/')).filter(Boolean)

test('[SES-9] a path has one spelling: the same as the system would reach, and itself again', () => {
  fc.assert(fc.property(anyPath, (given) => {
    const spelled = normalizePath(given)
    expect(normalizePath(spelled)).toBe(spelled)
    expect(normalizePath(`${given}/`)).toBe(spelled)
    expect(path.posix.resolve('/x/y/z', spelled)).toBe(path.posix.resolve('/x/y/z', given))
    expect(spelled).toBe(path.posix.normalize(given).replace(/(.)\/$/, '$1'))
  }), { numRuns: 2_000 })
})

test('[SES-9] paths that lead to one place from everywhere are spelled alike', () => {
  const from = (given: string) => ['/', '/q', '/x/y/z'].map((root) => path.posix.resolve(root, given)).join()
  fc.assert(fc.property(anyPath, anyPath, (one, other) => {
    const deep = (given: string) => !normalizePath(given).startsWith('..')
    fc.pre(deep(one) && deep(other))
    expect(normalizePath(one) === normalizePath(other)).toBe(from(one) === from(other))
  }), { numRuns: 2_000 })
})
