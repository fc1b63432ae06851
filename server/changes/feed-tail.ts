import { type Logger } from 'pino'
import { type Change } from '../../contract/realtime.ts'
import { type Db } from '../../db/client.ts'
import { type FeedPosition, isBehind } from './feed-position.ts'
import { NewestVersions } from './newest-versions.ts'
import { openFeed } from './open-feed.ts'
import { readFeed } from './read-feed.ts'

export type FeedTailEvents = {
  onChanges: (changes: Change[]) => void
  /** A new epoch began: every cursor given out so far is void. */
  onEpoch: () => void
  onRead: (read: { found: number; byBackstop: boolean; heldBackMs: number | null }) => void
}

const pageSize = 1000
const backstopMs = () => 400 + Math.random() * 500
/** While an open transaction holds changes back nobody may hint when it ends, so look again soon, then less often. */
const heldBackMs = (round: number) => Math.min(5 * 2 ** round, 250)

/** Follows the feed for one process. Woken by hints; reads on a backstop too, so that none is needed. */
export class FeedTail {
  position: FeedPosition
  readonly #db: Db
  readonly #log: Logger
  readonly #newest = new NewestVersions()
  #clockOffsetMs = Date.now() - performance.now()
  #stopped = false
  #awake = false
  #wake: (() => void) | null = null
  #waiting: { position: FeedPosition; done: () => void }[] = []
  #running: Promise<void> | null = null

  constructor(db: Db, log: Logger, from: FeedPosition) {
    this.#db = db
    this.#log = log
    this.position = from
  }

  start(events: FeedTailEvents) {
    this.#running = this.#run(events)
  }

  poke = () => {
    this.#awake = true
    this.#wake?.()
  }

  /** The database's clock, as of the last read, carried on: ages on a page do not depend on this machine's clock. */
  now = () => new Date(performance.now() + this.#clockOffsetMs).toISOString()

  /** Resolves when all up to `position` was read, so that a client that comes from a process further ahead sees nothing older. */
  async reached(position: FeedPosition): Promise<void> {
    if (!isBehind(this.position, position) || this.#stopped) return
    const reached = new Promise<void>((done) => this.#waiting.push({ position, done }))
    this.poke()
    return reached
  }

  async stop() {
    this.#stopped = true
    this.poke()
    await this.#running
    for (const { done } of this.#waiting) done()
  }

  async #run(events: FeedTailEvents) {
    let heldBackRounds = 0
    let failures = 0
    while (!this.#stopped) {
      const byBackstop = !this.#awake
      this.#awake = false
      let pause = backstopMs()
      try {
        const heldBack = await this.#read(events, byBackstop)
        heldBackRounds = heldBack === null ? 0 : heldBackRounds + 1
        if (heldBackRounds > 0) pause = heldBackMs(heldBackRounds)
        failures = 0
      } catch (error) {
        if (this.#stopped) return
        if (failures++ % 20 === 0) this.#log.error({ err: error }, 'the change feed can not be read; trying again')
      }
      await this.#sleep(pause)
    }
  }

  async #read(events: FeedTailEvents, byBackstop: boolean): Promise<number | null> {
    for (;;) {
      const page = await readFeed(this.#db, this.position, pageSize)
      if (page.epoch !== this.position.epoch || page.watermark < this.position.xid) {
        this.position = await openFeed(this.#db)
        this.#newest.clear()
        events.onEpoch()
        continue
      }
      this.position = page.position
      this.#clockOffsetMs = page.nowMs - performance.now()
      const changes = this.#newest.keep(page.changes)
      if (changes.length > 0) events.onChanges(changes)
      events.onRead({ found: page.changes.length, byBackstop, heldBackMs: page.heldBackMs })
      this.#waiting = this.#waiting.filter(({ position, done }) => {
        if (isBehind(this.position, position)) return true
        done()
        return false
      })
      if (!page.more) return page.heldBackMs
    }
  }

  async #sleep(ms: number) {
    if (this.#awake || this.#stopped) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = null
  }
}
