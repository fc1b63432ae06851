import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Change } from '../../contract/realtime.ts'
import { RoomFrames } from './room-frames.ts'

const change = (entity: string, version: number): Change => ({ topic: 'session', entity, version, body: {} })

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function watch() {
  const sent: { room: string; versions: Record<string, number>; at: number }[] = []
  const frames = new RoomFrames((room, changes) => {
    const versions = Object.fromEntries(changes.map(({ entity, version }) => [entity, version]))
    sent.push({ room, versions, at: performance.now() })
  })
  return { frames, sent }
}

test('[RT-5] the first change goes out at once, the next ones together 100 ms after it', () => {
  const { frames, sent } = watch()
  frames.add('fleet', [change('a', 1)])
  expect(sent).toHaveLength(1)
  frames.add('fleet', [change('a', 2)])
  frames.add('fleet', [change('b', 1), change('a', 3)])
  vi.advanceTimersByTime(99)
  expect(sent).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(sent.map(({ versions }) => versions)).toEqual([{ a: 1 }, { a: 3, b: 1 }])
})

test('[RT-5] an older version that comes while a newer one is pending does not replace it', () => {
  const { frames, sent } = watch()
  frames.add('fleet', [change('x', 1)])
  frames.add('fleet', [change('a', 7)])
  frames.add('fleet', [change('a', 6)])
  vi.advanceTimersByTime(100)
  expect(sent.at(-1)!.versions).toEqual({ a: 7 })
})

test('[RT-5] a flood gives one frame per room per 100 ms, and the last version goes out', () => {
  const { frames, sent } = watch()
  for (let version = 1; version <= 2_000; version++) {
    frames.add('fleet', [change('a', version)])
    vi.advanceTimersByTime(0.7)
  }
  vi.advanceTimersByTime(100)
  const gaps = sent.slice(1).map(({ at }, i) => at - sent[i]!.at)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100)
  expect(sent.at(-1)!.versions).toEqual({ a: 2_000 })
})

test('after a quiet 100 ms the next change goes out at once again', () => {
  const { frames, sent } = watch()
  frames.add('fleet', [change('a', 1)])
  vi.advanceTimersByTime(100)
  frames.add('fleet', [change('a', 2)])
  expect(sent).toHaveLength(2)
  vi.advanceTimersByTime(1_000)
  expect(sent).toHaveLength(2)
})

test('rooms do not wait for each other', () => {
  const { frames, sent } = watch()
  frames.add('fleet', [change('a', 1)])
  frames.add('session:a', [change('a', 1)])
  expect(sent.map(({ room }) => room)).toEqual(['fleet', 'session:a'])
})

test('a dropped room forgets what it had pending; stop drops all', () => {
  const { frames, sent } = watch()
  for (const version of [1, 2]) {
    frames.add('fleet', [change('a', version)])
    frames.add('session:a', [change('a', version)])
  }
  frames.drop('fleet')
  frames.stop()
  vi.advanceTimersByTime(1_000)
  expect(sent).toHaveLength(2)
})
