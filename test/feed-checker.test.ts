import { expect, test } from 'vitest'
import { judge, judgeEnd, judgeOrder } from './feed-checker.ts'
import { type Final, type History, type Seen } from './feed-history.ts'

const tell = (kind: 'joined' | 'frame', ...changes: [entity: string, version: number, gone?: 'gone'][]): Seen => ({
  kind,
  changes: changes.map(([entity, version, gone]) => ({ entity, version, gone: gone !== undefined })),
  cursor: '1.1.1',
  serverNow: '2026-01-01T00:00:00.000Z',
  server: 'a',
})
const fleet = (...seen: Seen[]): History => ({ room: 'fleet', seen })
const final = (entries: Record<string, number>, gone: Record<string, number> = {}): Final =>
  new Map([entries, gone].flatMap((some, i) => Object.entries(some).map(([id, version]) => [id, { version, gone: i === 1 }])))
const snapshot = (entities: Record<string, number>): Seen => ({ kind: 'snapshot', entities })

test('a whole history passes: snapshot, join, frames, a drop, overlap after it, a tombstone', () => {
  const seen = [
    snapshot({ a: 1, b: 4 }),
    tell('joined', ['a', 2]),
    tell('frame', ['a', 2], ['b', 5]),
    { kind: 'lost' } as const,
    tell('joined', ['b', 5], ['c', 1]),
    tell('frame', ['c', 1]),
    tell('frame', ['c', 2, 'gone']),
  ]
  expect(judge(fleet(...seen), final({ a: 2, b: 5 }, { c: 2 }))).toEqual([])
})

test('an older version after a newer one is seen, over a rejoin too', () => {
  expect(judgeOrder(fleet(tell('joined'), tell('frame', ['a', 3]), tell('frame', ['a', 2])))).toHaveLength(1)
  expect(judgeOrder(fleet(tell('joined', ['a', 3]), { kind: 'lost' }, tell('joined', ['a', 2])))).toHaveLength(1)
  expect(judgeOrder(fleet(tell('joined', ['a', 3]), { kind: 'reset' }, snapshot({ a: 2 })))).toHaveLength(1)
})

test('a version that comes twice outside an overlap is seen', () => {
  const twice = [tell('joined'), tell('frame', ['a', 3]), tell('frame', ['a', 3])]
  expect(judgeOrder(fleet(...twice))).toHaveLength(1)
  expect(judgeOrder(fleet(tell('joined'), tell('frame', ['a', 3], ['a', 4])))).toHaveLength(1)
})

test('what was deleted and comes back is seen', () => {
  expect(judgeOrder(fleet(tell('joined', ['a', 3, 'gone']), snapshot({ a: 3 })))).toHaveLength(1)
  expect(judgeEnd(fleet(snapshot({ a: 3 })), final({}, { a: 4 }))).toHaveLength(1)
})

test('a lost final version, a lost entity and a lost tombstone are seen', () => {
  expect(judgeEnd(fleet(tell('joined', ['a', 2])), final({ a: 3 }))).toHaveLength(1)
  expect(judgeEnd(fleet(tell('joined')), final({ a: 1 }))).toHaveLength(1)
  expect(judgeEnd(fleet(tell('joined', ['a', 2])), final({}, { a: 3 }))).toHaveLength(1)
})

test('a frame for a room outside of it, or about somebody else, is seen', () => {
  expect(judgeOrder(fleet(tell('frame', ['a', 1])))).toHaveLength(1)
  expect(judgeOrder({ room: 'session:a', seen: [tell('joined', ['b', 1])] })).toHaveLength(1)
})
