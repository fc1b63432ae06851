import { type Change, isNewer } from '../../contract/realtime.ts'

const frameMs = 100

type RoomState = { pending: Map<string, Change>; sentAt: number; timer: NodeJS.Timeout | null }

/**
 * Merges floods, leading edge first: a change goes out at once, and after that at most one frame per room per
 * 100 ms, with the newest version of each entity (RT-5).
 */
export class RoomFrames {
  readonly #rooms = new Map<string, RoomState>()
  readonly #send: (room: string, changes: Change[]) => void

  constructor(send: (room: string, changes: Change[]) => void) {
    this.#send = send
  }

  add(room: string, changes: Change[]) {
    const state = this.#rooms.get(room) ?? { pending: new Map(), sentAt: -Infinity, timer: null }
    this.#rooms.set(room, state)
    for (const change of changes) {
      const key = `${change.topic} ${change.entity}`
      if (isNewer(change, state.pending.get(key))) state.pending.set(key, change)
    }
    if (!state.timer) this.#sendWhenDue(room, state)
  }

  /** Forgets a room that nobody is in, and what it had pending: who joins later catches up from a cursor. */
  drop(room: string) {
    clearTimeout(this.#rooms.get(room)?.timer ?? undefined)
    this.#rooms.delete(room)
  }

  stop() {
    for (const room of this.#rooms.keys()) this.drop(room)
  }

  #sendWhenDue(room: string, state: RoomState) {
    // A timer may fire a little early, so it looks again.
    const wait = state.sentAt + frameMs - performance.now()
    state.timer = wait > 0 ? setTimeout(() => this.#sendWhenDue(room, state), wait) : null
    if (state.timer) return
    state.sentAt = performance.now()
    const changes = [...state.pending.values()]
    state.pending.clear()
    this.#send(room, changes)
  }
}
