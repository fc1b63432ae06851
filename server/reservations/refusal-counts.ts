import { sql } from 'drizzle-orm'
import { type Logger } from 'pino'
import { json } from '../../db/json.ts'
import { type Context, transaction } from '../context.ts'
import { announceThreads } from './announce-threads.ts'

type Counted = { threadId: string; generation: number; count: number }
const flushEveryMs = 500

/**
 * How often somebody was told that another has a thread (RSV-10). Gathered here and written apart from the refused call,
 * merged: a hot thread must not be written once per loser. Best effort: what a kill -9 takes with it is not counted.
 */
export class RefusalCounts {
  readonly #ctx: Context
  readonly #log: Logger
  #counted = new Map<string, Counted>()
  #timer: NodeJS.Timeout | null = null
  #flushing: Promise<void> = Promise.resolve()

  constructor(ctx: Context, log: Logger) {
    this.#ctx = ctx
    this.#log = log
  }

  add(threadId: string, generation: number) {
    const key = `${threadId} ${generation}`
    const known = this.#counted.get(key)
    if (known) known.count++
    else this.#counted.set(key, { threadId, generation, count: 1 })
    this.#timer ??= setTimeout(() => void this.flush(), flushEveryMs)
  }

  /** Writes what has gathered; the last time at drain. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const counted = [...this.#counted.values()]
    this.#counted = new Map()
    if (counted.length > 0) this.#flushing = this.#flushing.then(() => this.#write(counted))
    return this.#flushing
  }

  async #write(counted: Counted[]) {
    try {
      await transaction(this.#ctx, async (tx) => {
        const threads = await tx.db.execute<{ id: string }>(sql`
          select id from threads where id in ${[...new Set(counted.map(({ threadId }) => threadId))]}
          order by workspace collate "C", name collate "C" for update`)
        await tx.db.execute(sql`
          update reservations r set refused = r.refused + c.count
          from jsonb_to_recordset(${json(counted)}) as c ("threadId" uuid, generation bigint, count bigint)
          where r.thread_id = c."threadId" and r.generation = c.generation`)
        await announceThreads(tx, threads.map(({ id }) => id))
      })
    } catch (error) {
      this.#log.warn({ err: error }, 'some refusals were not counted')
    }
  }
}
