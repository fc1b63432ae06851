import { randomUUID } from 'node:crypto'
import { type Logger } from 'pino'
import { type Session } from '../../contract/sessions.ts'
import { type FeedChange } from '../changes/read-feed.ts'
import { type Actor, type Context } from '../context.ts'
import { beatAll } from '../liveness/beat-sessions.ts'
import { carrySession } from '../liveness/carry-session.ts'
import { dropConnections } from '../liveness/drop-connections.ts'
import { runLoop } from '../loops/run-loop.ts'
import { mergeCalls } from '../merge-calls.ts'
import { readCarried } from '../sessions/read-carried.ts'
import { type MusterSocket } from './serve-socket.ts'

type Carried = { connectionId: string; sessionId: string; carrier: MusterSocket; timeoutMs: number; beatenAt: number; ended: boolean }
type Deps = { context: (actor: Actor) => Context; system: Context; processId: string; log: Logger; now: () => string }

/** The sessions that the sockets of this process carry: beaten while their socket is heard from, told of their end (LIV-5, OPS-3). */
export class CarriedSessions {
  readonly #deps: Deps
  readonly #heardAt = new WeakMap<MusterSocket, number>()
  readonly #carried = new Map<string, Set<Carried>>()
  readonly #drop: (connectionId: string) => Promise<null>
  readonly #dropping = new Set<Promise<unknown>>()
  readonly #loop: ReturnType<typeof runLoop>

  constructor(deps: Deps) {
    this.#deps = deps
    this.#drop = mergeCalls<string, null>(async (ids) => dropConnections(deps.system, ids).then(() => ids.map(() => null)), { atOnce: 1, most: 500 })
    this.#loop = runLoop('carried sessions', 500, deps.log, () => this.#beat())
  }

  /** Known before it is in the database, so that no news of its end can pass between. */
  async carry(carrier: MusterSocket, sessionId: string): Promise<string> {
    const connectionId = randomUUID()
    const carried: Carried = { connectionId, sessionId, carrier, timeoutMs: Infinity, beatenAt: performance.now(), ended: false }
    if (!this.#heardAt.has(carrier)) carrier.conn.on('packet', () => void this.#heardAt.set(carrier, performance.now()))
    this.#heardAt.set(carrier, performance.now())
    const before = [...(this.#carried.get(sessionId) ?? [])]
    this.#carried.set(sessionId, new Set([...before, carried]))
    try {
      carried.timeoutMs = await carrySession(this.#deps.context(carrier.data.actor), sessionId, { id: connectionId, processId: this.#deps.processId })
    } catch (error) {
      this.#forget(carried)
      throw error
    }
    // Closed while it was written down: the drop came before there was anything to drop.
    if (!this.#carried.get(sessionId)?.has(carried)) this.#dropSoon(carried)
    for (const older of before) this.#forget(older)
    return connectionId
  }

  /** All that this socket carried. */
  close(carrier: MusterSocket) {
    for (const every of this.#carried.values())
      for (const carried of every) {
        if (carried.carrier !== carrier) continue
        this.#forget(carried)
        this.#dropSoon(carried)
      }
  }

  onChanges = (changes: FeedChange[]) => {
    for (const { topic, entity, body } of changes)
      if (topic === 'session' && body !== null) for (const carried of this.#carried.get(entity) ?? []) this.#tell(carried, body as Session)
  }

  /** Something of the feed was missed: how do they stand? */
  onGap = () => {
    const ids = [...this.#carried.keys()]
    if (ids.length === 0) return
    readCarried(this.#deps.system, ids).then(
      (found) => found.forEach((session) => this.#carried.get(session.id)?.forEach((carried) => this.#tell(carried, session))),
      (error: unknown) => this.#deps.log.error({ err: error }, 'carried sessions could not be read again after a gap in the feed'),
    )
  }

  async stop() {
    await this.#loop.stop()
    await Promise.all(this.#dropping)
  }

  #tell(carried: Carried, { id: sessionId, status, endedBy, endReason, undoUntil, timeoutMs }: Session) {
    carried.timeoutMs = timeoutMs
    const ended = status !== 'active'
    if (ended === carried.ended) return
    carried.ended = ended
    if (!ended) carried.carrier.emit('session:resumed', { sessionId })
    else carried.carrier.emit('session:ended', { sessionId, status, by: endedBy ?? '', reason: endReason, stopAt: undoUntil ?? this.#deps.now() })
  }

  #dropSoon({ connectionId }: Carried) {
    const dropping = this.#drop(connectionId)
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a connection could not be dropped; it lapses with this process'))
      .finally(() => this.#dropping.delete(dropping))
    this.#dropping.add(dropping)
  }

  #forget(carried: Carried) {
    const every = this.#carried.get(carried.sessionId)
    every?.delete(carried)
    if (every?.size === 0) this.#carried.delete(carried.sessionId)
  }

  /**
   * A beat for each whose last one is a quarter of its timeout ago, if its socket was heard from since: a half-open
   * connection puts off death by a quarter at most.
   */
  async #beat() {
    const now = performance.now()
    const byActor = new Map<Actor, Carried[]>()
    for (const every of this.#carried.values())
      for (const carried of every) {
        const { ended, carrier, beatenAt, timeoutMs } = carried
        if (ended || now - beatenAt < timeoutMs / 4 || this.#heardAt.get(carrier)! <= beatenAt) continue
        byActor.set(carrier.data.actor, [...(byActor.get(carrier.data.actor) ?? []), carried])
      }
    await Promise.all([...byActor].map(async ([actor, theirs]) => {
      const refused = await beatAll(this.#deps.context(actor), theirs.map(({ sessionId }) => sessionId))
      for (const carried of theirs) if (!refused.has(carried.sessionId)) carried.beatenAt = now
    }))
  }
}
