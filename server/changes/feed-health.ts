import { sql } from 'drizzle-orm'
import { type Logger } from 'pino'
import { type Db } from '../../db/client.ts'
import { type Metrics } from '../metrics.ts'

type Read = { found: number; byBackstop: boolean; heldBackMs: number | null }

const stalledMs = 2_000
const lookAgainMs = 5_000

/** How far the feed lags, and when an open transaction holds it back, whose that is. */
export class FeedHealth {
  readonly #db: Db
  readonly #log: Logger
  readonly #metrics: Metrics
  #lastReadAt = performance.now()
  #heldBackMs = 0
  #lookedAt = 0

  constructor(db: Db, log: Logger, metrics: Metrics) {
    this.#db = db
    this.#log = log
    this.#metrics = metrics
  }

  /** Milliseconds since something that should have been delivered was not, or since the feed was last read. */
  lagMs(): number {
    const silence = performance.now() - this.#lastReadAt
    return Math.max(this.#heldBackMs, silence > stalledMs ? silence : 0)
  }

  onRead = ({ found, byBackstop, heldBackMs }: Read) => {
    this.#lastReadAt = performance.now()
    this.#heldBackMs = heldBackMs ?? 0
    this.#metrics.changesRead.inc(found)
    if (byBackstop) this.#metrics.backstopFinds.inc(found)
    this.#metrics.feedLag.set(this.#heldBackMs / 1000)
    if (this.#heldBackMs < stalledMs) {
      if (this.#lookedAt > 0) this.#metrics.feedStall.reset()
      this.#lookedAt = 0
    } else if (performance.now() - this.#lookedAt > lookAgainMs) {
      this.#lookedAt = performance.now()
      void this.#nameTheOldest()
    }
  }

  /** The watermark is cluster-wide: the transaction may be one of another database. */
  async #nameTheOldest() {
    try {
      const [oldest] = await this.#db.execute<{ pid: number; database: string; application: string; seconds: number }>(sql`
        select pid, coalesce(datname, '') as database, application_name as application,
          extract(epoch from clock_timestamp() - xact_start)::float8 as seconds
        from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
        order by age(backend_xid) desc limit 1`)
      if (!oldest) return
      const { seconds, ...labels } = oldest
      this.#metrics.feedStall.reset()
      this.#metrics.feedStall.set(labels, seconds)
      this.#log.warn({ ...labels, seconds }, 'an open transaction holds the change feed back')
    } catch (error) {
      this.#log.warn({ err: error }, 'could not look up which transaction holds the feed back')
    }
  }
}
