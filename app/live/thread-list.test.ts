import { expect, test } from 'vitest'
import { anOwner, aThread } from '../../contract/thread-fixture.ts'
import { type Thread } from '../../contract/threads.ts'
import { Ledger, type News } from './ledger.ts'
import { type ThreadList, threadLists } from './thread-list.ts'

const { addPage, applyNews } = threadLists
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, seconds)).toISOString()
const thread = (id: string, seconds: number | null, given: Partial<Thread> = {}) => aThread({ id, reservedAt: seconds === null ? null : at(seconds), ...given })
const list = (rows: Thread[], floor: number | null = null): ThreadList => ({ rows, nextCursor: floor === null ? null : 'next', floor: floor === null ? null : Date.parse(at(floor)), total: null })
const told = (after: Thread): News<Thread> => ({ id: after.id, before: undefined, after, arrival: 1 })
const ids = ({ rows }: ThreadList) => rows.map(({ id }) => id)

test('[UI-4] a thread that is reserved again goes to the top, and is there once', () => {
  const loaded = list([thread('c', 3), thread('b', 2), thread('a', 1)])
  const next = applyNews(loaded, [told(thread('a', 9, { version: 2, generation: 2 }))], {})
  expect(ids(next)).toEqual(['a', 'c', 'b'])
  expect(next.rows[0]?.generation).toBe(2)
  expect(next.rows[1]).toBe(loaded.rows[0])
})

test('[UI-4] one from below what was loaded comes up when it is reserved; one that stays below waits for its page', () => {
  const loaded = list([thread('c', 30), thread('b', 20)], 20)
  expect(ids(applyNews(loaded, [told(thread('x', 40))], {}))).toEqual(['x', 'c', 'b'])
  expect(ids(applyNews(loaded, [told(thread('x', 5))], {}))).toEqual(['c', 'b'])
})

test('[UI-4] one that was freed leaves the list of owned ones, and what was never reserved comes last', () => {
  expect(ids(applyNews(list([thread('b', 2), thread('a', 1)]), [told(thread('b', 2, { version: 2, owner: null }))], { state: 'owned' }))).toEqual(['a'])
  expect(ids(applyNews(list([thread('b', 2)]), [told(thread('n', null, { owner: null }))], {}))).toEqual(['b', 'n'])
})

test('[UI-4, RT-5] a page that was read before the feed told more is lifted to what the feed told', () => {
  const ledger = new Ledger<Thread>()
  const asked = { arrivals: ledger.arrivals, at: 0 }
  ledger.take({ id: 'a', version: 2, body: thread('a', 9, { version: 2, owner: anOwner({ name: 'the next' }) }) }, Date.parse(at(9)), 0, 'feed')
  const page = { items: [thread('b', 2), thread('a', 1)], nextCursor: null, total: { count: 2, capped: false }, serverNow: at(8) }
  const next = addPage(null, page, {}, ledger, asked)
  expect(next.rows.map(({ id, owner }) => [id, owner?.name])).toEqual([['a', 'the next'], ['b', 'api rate limits']])
})
