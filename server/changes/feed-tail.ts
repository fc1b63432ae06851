import { type Logger } from 'pino'
import { type Db } from '../../db/client.ts'
import { type FeedPosition, isBelowFloor } from './feed-position.ts'
import { NewestVersions } from './newest-versions.ts'
import { openFeed } from './open-feed.ts'
import { type FeedChange, readFeed } from './read-feed.ts'

export type FeedTailEvents = {
  onChanges: (changes: FeedChange[]) => void
  /** Something was missed, or a new epoch began: everybody must join again. */
  onGap: () => void
  onRead: (read: { found: number; byBackstop: boolean; heldBackMs: number | null }) => void
}

const pageSize = 1000
const backstopMs = () => 400 + Math.random() * 500
/** While an open transaction holds changes back nobody may hint when it ends, so look again soon, then less often. */
const heldBackMs = (round: number) => Math.min(5 * 2 ** round, 250)

/** Follows the feed for one process. Woken by hints; reads on a backstop too, so that none is needed. */
export class FeedTail {
  /** Read up to here. */
  position: FeedPosition
  /**
   * What clients are given: where the last read ended with nothing left below its watermark. Between two pages an
   * older version may follow a newer one, which this process drops, but the next one that a client joins could not.
   */
  settled: FeedPosition
  readonly #db: Db
  readonly #log: Logger
  readonly #newest = new NewestVersions()
  #clockOffsetMs = Date.now() - performance.now()
  #stopped = false
  #awake = false
  #wake: (() => void) | null = null
  #waiting: (() => void)[] = []
  #running: Promise<void> | null = null

  constructor(db: Db, log: Logger, from: FeedPosition) {
    this.#db = db
    this.#log = log
    this.position = from
    this.settled = from
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

  /** Resolves after a read that began later than this call, so that a client that comes from a process further ahead sees nothing older. */
  async caughtUp(): Promise<void> {
    if (this.#stopped) return
    const read = new Promise<void>((done) => this.#waiting.push(done))
    this.poke()
    return read
  }

  async stop() {
    this.#stopped = true
    this.poke()
    await this.#running
    for (const done of this.#waiting) done()
  }

  async #run(events: FeedTailEvents) {
    let heldBackRounds = 0
    let failures = 0
    while (!this.#stopped) {
      const byBackstop = !this.#awake
      this.#awake = false
      let pause = backstopMs()
      const waiting = this.#waiting.splice(0)
      try {
        const heldBack = await this.#read(events, byBackstop)
        for (const done of waiting) done()
        heldBackRounds = heldBack === null ? 0 : heldBackRounds + 1
        if (heldBackRounds > 0) pause = heldBackMs(heldBackRounds)
        failures = 0
      } catch (error) {
        this.#waiting.push(...waiting)
        if (this.#stopped) return
        if (failures++ % 20 === 0) this.#log.error({ err: error }, 'the change feed can not be read; trying again')
      }
      await this.#sleep(pause)
    }
  }

  async #read(events: FeedTailEvents, byBackstop: boolean): Promise<number | null> {
    for (;;) {
      const page = await readFeed(this.#db, this.position, pageSize)
      const moved = page.epoch !== this.position.epoch || page.watermark < this.position.xid
      if (moved || isBelowFloor(this.position, page.floor)) {
        this.position = this.settled = await openFeed(this.#db)
        this.#newest.clear()
        events.onGap()
        continue
      }
      this.position = page.position
      if (!page.more) this.settled = page.position
      this.#clockOffsetMs = page.nowMs - performance.now()
      const changes = this.#newest.keep(page.changes)
      if (changes.length > 0) events.onChanges(changes)
      events.onRead({ found: page.changes.length, byBackstop, heldBackMs: page.heldBackMs })
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
