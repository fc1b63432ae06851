import { isNewer } from '../../contract/realtime.ts'
import { type Session } from '../../contract/sessions.ts'

/** The newest that we were told of one thing, by feed or by snapshot. body null: it is gone. */
export type Entry<Body = Session> = {
  version: number
  /** The server's clock when this was read: between two readings of one version the later one wins. */
  readAt: number
  /** Our count of feed changes when this came; 0 for what only a snapshot told. */
  arrival: number
  /** When the feed last brought a new version, and when anything was last said, on our own clock. */
  changedAt: number
  keptAt: number
  body: Body | null
}
export type News<Body = Session> = { id: string; before: Body | null | undefined; after: Body | null; arrival: number }
export type Told<Body> = { id: string; version: number; body: Body | null }

/** The feed is kept for about an hour, so nothing older than an entry of that age can still arrive. */
const keepMs = 3_600_000

/** What of the known body outlives a newer one. */
type Keep<Body> = (body: Body, known: Body) => Body

export class Ledger<Body extends { id: string; version: number } = Session> {
  readonly #keep: Keep<Body>
  readonly #entries = new Map<string, Entry<Body>>()
  #arrivals = 0

  constructor(keep: Keep<Body> = (body) => body) {
    this.#keep = keep
  }

  get arrivals() {
    return this.#arrivals
  }

  get(id: string): Entry<Body> | undefined {
    return this.#entries.get(id)
  }

  /** Whether the feed brought a new version of it so lately. */
  changedWithin(id: string, ms: number) {
    return performance.now() - (this.#entries.get(id)?.changedAt ?? -Infinity) < ms
  }

  /** Takes what is newer than all we saw and returns it as news; the rest is dropped (RT-5). */
  take(told: Told<Body>, readAt: number, at: number, from: 'feed' | 'snapshot') {
    const known = this.#entries.get(told.id)
    const newer = isNewer(told, known)
    const reread = known !== undefined && told.version === known.version && known.body !== null && readAt > known.readAt
    if (!newer && !reread) return null
    const byFeed = from === 'feed' && newer
    const arrival = byFeed ? ++this.#arrivals : (known?.arrival ?? 0)
    const changedAt = byFeed ? at : (known?.changedAt ?? -Infinity)
    const body = told.body === null || known === undefined || known.body === null ? told.body : this.#keep(told.body, known.body)
    this.#entries.set(told.id, { version: told.version, readAt, arrival, changedAt, keptAt: at, body })
    return { id: told.id, before: known?.body, after: body, arrival } satisfies News<Body>
  }

  /** A snapshot's row, or what we know better. */
  settle(row: Body, readAt: number, at: number): Body | null {
    this.take({ id: row.id, version: row.version, body: row }, readAt, at, 'snapshot')
    const entry = this.#entries.get(row.id)
    return entry === undefined ? row : entry.body
  }

  /** What the feed brought after this count: a snapshot asked for before may lack it. */
  *arrivedAfter(arrival: number): Generator<Body> {
    if (arrival >= this.#arrivals) return
    for (const entry of this.#entries.values()) if (entry.arrival > arrival && entry.body !== null) yield entry.body
  }

  forgetOld(at: number) {
    for (const [id, entry] of this.#entries) if (at - entry.keptAt > keepMs) this.#entries.delete(id)
  }

  /** After a new epoch versions may have gone back, so nothing of the old one may speak. */
  clear() {
    this.#entries.clear()
  }
}
