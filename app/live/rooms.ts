import { type Frame, type JoinAnswer, type Room } from '../../contract/realtime.ts'
import { type ErrorAnswer } from '../../contract/errors.ts'

export type RoomsLine = {
  isConnected: () => boolean
  /** Rejects when the server did not answer in time. */
  join: (input: { room: Room; cursor: string }) => Promise<JoinAnswer>
  leave: (room: Room) => void
  wait: (ms: number) => Promise<void>
}
export type RoomsEvents = {
  frame: (frame: Frame) => void
  /** What is shown of this room has a hole: take a new snapshot, and let it cover the room. */
  reset: (room: Room, reason: 'epoch' | 'expired') => void
  refused: (room: Room, error: ErrorAnswer['error']) => void
  joined: (room: Room) => void
  lost: (room: Room) => void
}

/**
 * cursor: all before it was seen, so joining from it misses nothing. uncovered: cursors of snapshots that were asked
 * for before we were in the room; each is joined from once, and what overlaps is dropped by version.
 */
type RoomState = {
  cursor: string | null
  coveredFrom: number
  uncovered: string[]
  joined: boolean
  busy: boolean
  wanted: number
}

const retryMs = 1_000

export class Rooms {
  readonly #rooms = new Map<Room, RoomState>()
  readonly #line: RoomsLine
  readonly #events: RoomsEvents

  constructor(line: RoomsLine, events: RoomsEvents) {
    this.#line = line
    this.#events = events
  }

  want(room: Room): () => void {
    const state = this.#rooms.get(room)
    if (state !== undefined) state.wanted++
    else this.#rooms.set(room, { cursor: null, coveredFrom: 0, uncovered: [], joined: false, busy: false, wanted: 1 })
    return () => this.#unwant(room)
  }

  #unwant(room: Room) {
    const state = this.#rooms.get(room)
    if (state === undefined || --state.wanted > 0) return
    this.#rooms.delete(room)
    if (this.#line.isConnected()) this.#line.leave(room)
  }

  /** A snapshot of this room was asked for at askedAt and showed the feed at this cursor. */
  cover(room: Room, askedAt: number, cursor: string) {
    const state = this.#rooms.get(room)
    if (state === undefined) return
    if (state.cursor !== null && state.coveredFrom <= askedAt) return
    if (state.uncovered.includes(cursor)) return
    state.uncovered.push(cursor)
    void this.#sync(room)
  }

  connected() {
    for (const room of this.#rooms.keys()) void this.#sync(room)
  }

  disconnected() {
    for (const room of this.#rooms.keys()) this.behind(room)
  }

  /** Out of the room through no wish of ours: join again from where we stood. */
  behind(room: Room) {
    const state = this.#rooms.get(room)
    if (state === undefined) return
    state.joined = false
    this.#events.lost(room)
    void this.#sync(room)
  }

  changed(frame: Frame) {
    const state = this.#rooms.get(frame.room)
    if (state === undefined) return
    // Until the join is answered the catch-up is still to come, and the cursor must not pass it.
    if (state.joined) state.cursor = frame.cursor
    this.#events.frame(frame)
  }

  async #sync(room: Room): Promise<void> {
    const state = this.#rooms.get(room)
    if (state === undefined || state.busy || !this.#line.isConnected()) return
    const from = !state.joined && state.cursor !== null ? state.cursor : state.uncovered[0]
    if (from === undefined) return
    state.busy = true
    const askedAt = performance.now()
    const answer = await this.#line.join({ room, cursor: from }).catch(() => null)
    const settled = this.#rooms.get(room) === state && this.#line.isConnected()
    if (settled) await this.#heard(room, state, from, askedAt, answer)
    state.busy = false
    return this.#sync(room)
  }

  async #heard(room: Room, state: RoomState, from: string, askedAt: number, answer: JoinAnswer | null) {
    if (answer === null) return this.#line.wait(retryMs)
    if (answer.ok) {
      if (state.cursor === null) state.coveredFrom = askedAt
      state.joined = true
      state.cursor = answer.frame.cursor
      state.uncovered = state.uncovered.filter((cursor) => cursor !== from)
      this.#events.frame(answer.frame)
      if (state.uncovered.length === 0) this.#events.joined(room)
      return
    }
    if (!answer.reset && answer.error.code !== 'invalid_cursor') {
      this.#events.refused(room, answer.error)
      return this.#line.wait(retryMs * 2)
    }
    Object.assign(state, { cursor: null, uncovered: [], joined: false })
    this.#events.lost(room)
    this.#events.reset(room, answer.reset ? answer.reason : 'expired')
    return this.#line.wait(retryMs / 5)
  }
}
