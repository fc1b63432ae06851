import { expect, test } from 'vitest'
import { mergeLookups } from './merge-lookups.ts'

/** A look-up whose answers the test lets go by hand. */
function heldLookup() {
  const begun: { keys: string[]; answer: (found: Map<string, string>) => void; fail: (error: Error) => void }[] = []
  const find = mergeLookups<string>((keys) => new Promise((answer, fail) => begun.push({ keys, answer, fail })), 1)
  return { begun, find }
}

test('a lone question is asked at once, and what comes meanwhile is asked together, each key once', async () => {
  const { begun, find } = heldLookup()
  const first = find('a')
  const rest = [find('b'), find('a'), find('b'), find('c')]
  expect(begun.map(({ keys }) => keys)).toEqual([['a']])
  begun[0]!.answer(new Map([['a', 'old']]))
  expect(await first).toBe('old')
  expect(begun.map(({ keys }) => keys)).toEqual([['a'], ['b', 'a', 'c']])
  begun[1]!.answer(new Map([['a', 'new'], ['b', 'B']]))
  expect(await Promise.all(rest)).toEqual(['B', 'new', 'B', null])
})

test('[SEC-4] no answer is older than its question: who asks while a look-up is under way waits for the next', async () => {
  const { begun, find } = heldLookup()
  const before = find('token')
  const after = find('token')
  begun[0]!.answer(new Map([['token', 'holds']]))
  await before
  begun[1]!.answer(new Map())
  expect(await after).toBeNull()
})

test('a look-up that fails fails for those who asked in it, and for nobody else', async () => {
  const { begun, find } = heldLookup()
  const [first, second] = [find('a').catch(String), find('b')]
  begun[0]!.fail(new Error('away'))
  expect(await first).toBe('Error: away')
  begun[1]!.answer(new Map([['b', 'B']]))
  expect(await second).toBe('B')
})
