import { type Room } from '../../contract/realtime.ts'

/** What we know of the line to the server. Times are of one monotonic clock, in ms. */
export type Line = {
  startedAt: number
  connected: boolean
  heardAt: number | null
  freshAt: number | null
  roundTripMs: number | null
  rooms: ReadonlyMap<Room, { wantedAt: number; joined: boolean }>
}

export type LineEvent =
  | { type: 'connected' }
  | { type: 'disconnected' }
  | { type: 'heard'; roundTripMs?: number }
  | { type: 'room-wanted'; room: Room }
  | { type: 'room-joined'; room: Room }
  | { type: 'room-lost'; room: Room }
  | { type: 'room-left'; room: Room }

export type Connection =
  | { state: 'connecting'; since: number }
  | { state: 'live'; roundTripMs: number | null }
  | { state: 'reconnecting'; since: number }
  | { state: 'stale'; since: number }

export const silenceMs = 5_000
/** A room that was only just asked for shows a snapshot that is younger than this: fresh enough. */
export const joinGraceMs = 1_000

export const openLine = (at: number): Line => ({
  startedAt: at,
  connected: false,
  heardAt: null,
  freshAt: null,
  roundTripMs: null,
  rooms: new Map(),
})

export const isFresh = (line: Line, at: number) =>
  line.connected &&
  line.heardAt !== null &&
  at - line.heardAt < silenceMs &&
  line.rooms.size > 0 &&
  [...line.rooms.values()].some((room) => room.joined) &&
  [...line.rooms.values()].every((room) => room.joined || at - room.wantedAt < joinGraceMs)

function withRoom(line: Line, room: Room, change: { wantedAt: number; joined: boolean } | undefined): Line {
  const rooms = new Map(line.rooms)
  if (change === undefined) rooms.delete(room)
  else rooms.set(room, change)
  return { ...line, rooms }
}

function step(line: Line, event: LineEvent, at: number): Line {
  switch (event.type) {
    case 'connected':
      return { ...line, connected: true, heardAt: at }
    case 'disconnected': {
      const rooms = [...line.rooms].map(([name, room]) => [name, { ...room, joined: false }] as const)
      return { ...line, connected: false, roundTripMs: null, rooms: new Map(rooms) }
    }
    case 'heard':
      return { ...line, heardAt: at, roundTripMs: event.roundTripMs ?? line.roundTripMs }
    case 'room-left':
      return withRoom(line, event.room, undefined)
    case 'room-wanted':
      return withRoom(line, event.room, line.rooms.get(event.room) ?? { wantedAt: at, joined: false })
    case 'room-joined':
    case 'room-lost': {
      const room = line.rooms.get(event.room)
      return room === undefined ? line : withRoom(line, event.room, { ...room, joined: event.type === 'room-joined' })
    }
  }
}

export function noteLine(line: Line, event: LineEvent, at: number): Line {
  // The last moment of freshness is the last word heard, not the moment that the silence was noticed.
  const freshAt = isFresh(line, at) ? (line.heardAt ?? line.freshAt) : line.freshAt
  const next = step({ ...line, freshAt }, event, at)
  return isFresh(next, at) ? { ...next, freshAt: next.heardAt } : next
}

export function judgeLine(line: Line, at: number): Connection {
  if (isFresh(line, at)) return { state: 'live', roundTripMs: line.roundTripMs }
  const since = line.freshAt ?? line.startedAt
  if (at - since >= silenceMs) return { state: 'stale', since }
  return { state: line.freshAt === null ? 'connecting' : 'reconnecting', since }
}
