import { expect, test } from 'vitest'
import { judgeLine, type Line, type LineEvent, noteLine, openLine } from './connection-state.ts'

const play = (events: [at: number, event: LineEvent][], line: Line = openLine(0)) =>
  events.reduce((now, [at, event]) => noteLine(now, event, at), line)

const live = play([
  [0, { type: 'room-wanted', room: 'fleet' }],
  [100, { type: 'connected' }],
  [150, { type: 'room-joined', room: 'fleet' }],
  [200, { type: 'heard', roundTripMs: 24 }],
])

test('live: connected, in every room, and heard of less than 5 s ago (RT-6)', () => {
  expect(judgeLine(live, 300)).toEqual({ state: 'live', roundTripMs: 24 })
  expect(judgeLine(live, 5_199).state).toBe('live')
})

test('silence alone makes it stale, as of the last word', () => {
  expect(judgeLine(live, 5_200)).toEqual({ state: 'stale', since: 200 })
})

test('before the first join it connects, and what stays unjoined is stale', () => {
  const connected = play([
    [0, { type: 'room-wanted', room: 'fleet' }],
    [100, { type: 'connected' }],
  ])
  expect(judgeLine(connected, 900)).toEqual({ state: 'connecting', since: 0 })
  const answering = play([[4_900, { type: 'heard' }]], connected)
  expect(judgeLine(answering, 5_000)).toEqual({ state: 'stale', since: 0 })
})

test('a dropped socket is never live, not even within the 5 s', () => {
  const dropped = play([[1_000, { type: 'disconnected' }]], live)
  expect(judgeLine(dropped, 1_001)).toEqual({ state: 'reconnecting', since: 200 })
  expect(judgeLine(dropped, 5_300)).toEqual({ state: 'stale', since: 200 })
})

test('connected again is not live again: the rooms have to be joined first', () => {
  const back = play(
    [
      [1_000, { type: 'disconnected' }],
      [2_000, { type: 'connected' }],
      [2_010, { type: 'heard', roundTripMs: 5 }],
    ],
    live,
  )
  expect(judgeLine(back, 2_020).state).toBe('reconnecting')
  expect(judgeLine(play([[2_100, { type: 'room-joined', room: 'fleet' }]], back), 2_120).state).toBe('live')
})

test('a room just asked for has a second to be joined, then the line is not live', () => {
  const second = play([[1_000, { type: 'room-wanted', room: 'session:a' }], [1_900, { type: 'heard' }]], live)
  expect(judgeLine(second, 1_950).state).toBe('live')
  expect(judgeLine(second, 2_000).state).toBe('reconnecting')
  expect(judgeLine(play([[2_050, { type: 'room-left', room: 'session:a' }]], second), 2_060).state).toBe('live')
})

test('out of one room for being slow, the line is not live until it is back in', () => {
  const lost = play([[1_000, { type: 'room-lost', room: 'fleet' }]], live)
  expect(judgeLine(lost, 1_010).state).toBe('reconnecting')
})
