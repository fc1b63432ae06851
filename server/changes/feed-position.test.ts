import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FeedCursor } from '../../contract/realtime.ts'
import { type FeedPosition, formatCursor, isBehind, isBelowFloor, parseCursor } from './feed-position.ts'

const at = (xid: bigint, id: bigint): FeedPosition => ({ epoch: '7', xid, id })
const anyPosition = fc.record({
  epoch: fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }).map(String),
  xid: fc.bigInt({ min: 3n, max: 10n ** 19n - 1n }),
  id: fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }),
})

test('a cursor comes back as the place that it was made of, beyond 2^53 too', () => {
  fc.assert(
    fc.property(anyPosition, (position) => {
      const cursor = formatCursor(position)
      expect(FeedCursor.parse(cursor)).toBe(cursor)
      expect(parseCursor(cursor)).toEqual(position)
    }),
  )
})

test('what is not a cursor is not taken for one', () => {
  for (const cursor of ['', '1', '1.2', '1.2.3.4', '1.-2.3', ' 1.2.3', '1.2.3\n', '1.2.x', `1.${'9'.repeat(20)}.3`, "1.2.3'; drop"])
    expect(FeedCursor.safeParse(cursor).success, cursor).toBe(false)
})

test('places are ordered by xid, then by id', () => {
  expect(isBehind(at(5n, 9n), at(6n, 1n))).toBe(true)
  expect(isBehind(at(6n, 1n), at(6n, 2n))).toBe(true)
  expect(isBehind(at(6n, 2n), at(6n, 2n))).toBe(false)
  expect(isBehind(at(7n, 0n), at(6n, 2n))).toBe(false)
})

test('a place is below the floor only when something after it may be gone', () => {
  // The floor 10 says that xids up to 9 are gone.
  expect(isBelowFloor(at(9n, 4n), 10n)).toBe(false)
  expect(isBelowFloor(at(8n, 4n), 10n)).toBe(true)
  // (9, 0) has read nothing of xid 9.
  expect(isBelowFloor(at(9n, 0n), 10n)).toBe(true)
  expect(isBelowFloor(at(10n, 0n), 10n)).toBe(false)
})
