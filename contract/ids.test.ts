import { expect, test } from 'vitest'
import { SessionId, Text, ThreadName, WorkspaceName } from './ids.ts'

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
