import { type Logger } from 'pino'
import { DomainError } from '../../contract/errors.ts'
import { type Reserved, type ReserveThread } from '../../contract/threads.ts'
import { coalesce } from '../changes/coalesce.ts'
import { type FeedChange } from '../changes/read-feed.ts'
import { type Context } from '../context.ts'
import { ask, type Asked } from './ask.ts'
import { collectGrant } from './collect-grant.ts'
import { enterLine, leaseMs, type Waiter } from './enter-line.ts'
import { type Place, renewLeases } from './renew-leases.ts'
import { anchorDrift } from './reserve-locked.ts'
import { reserveThread } from './reserve-thread.ts'
import { hashOf } from './reservation-token.ts'
import { holdsBy, leaveLine, leaveUngranted, takeBack } from './take-back.ts'
import { viewThread } from './view-thread.ts'
import { wakeLine } from './wake-line.ts'

/** How a wait came to its end. */
type End = 'granted' | 'drifted' | 'over'
type Waiting = Waiter & { end: (end: End) => void }

/** What is left to do when the wait is over, inside whatever transaction the answer is kept in. */
type Rest = (ctx: Context) => Promise<Reserved>

/**
 * Those who wait for threads through this process (RSV-9). Their places are rows; here is only who is to be told. No
 * connection is held: the feed says when to look, and a look each second renews the leases.
 */
export class WaitingLine {
  readonly #ctx: Context
  readonly #log: Logger
  readonly #waiting = new Map<string, Waiting>()
  readonly #looking = coalesce(() => this.#look())
  /** Apart, because locking one dead owner may take longer than a lease, which goes on being renewed meanwhile. */
  readonly #waking = coalesce(() => this.#wake())
  #idle = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #draining = false

  constructor(ctx: Context, log: Logger) {
    this.#ctx = ctx
    this.#log = log
  }

  /** Waits until the thread is theirs, the time is over, this process drains, or the client goes. */
  async wait(ctx: Context, input: ReserveThread, gone: AbortSignal): Promise<Rest> {
    const plainly: Rest = (tx) => reserveThread(tx, input)
    if (this.#draining) return plainly
    const asked = ask(ctx, input)
    const waiter = await enterLine(ctx, asked)
    if (waiter === null) return plainly
    const end = await this.#untilEnd(waiter, input.waitMs, gone)
    if (gone.aborted) {
      await leaveLine(this.#ctx, waiter.id)
      throw new DomainError('try_again', 'Whoever waited has gone, and gets nothing more.')
    }
    if (end === 'drifted') await this.#refuseDrift(waiter, asked)
    else if (end === 'granted' || !(await leaveUngranted(this.#ctx, waiter.id)))
      return async (tx) => (await collectGrant(tx, waiter.id, asked)) ?? plainly(tx)
    return plainly
  }

  /** What was answered to a client that had gone by then: what it was given is free for the next. */
  async undelivered(answer: Reserved): Promise<void> {
    // What it owned before it asked is no grant of this call.
    if (answer.outcome !== 'reserved' || answer.again) return
    const { id, token } = answer.reservation
    await takeBack(this.#ctx, id, answer.secret !== null, (tx) => holdsBy(tx, id, hashOf(token))).catch((error: unknown) => {
      this.#log.error({ err: error, reservation: id }, 'what nobody could be told of was not taken back; it ends with the silence of its owner')
    })
  }

  onChanges = (changes: FeedChange[]) => {
    if (this.#waiting.size === 0) return
    const threads = new Set([...this.#waiting.values()].map(({ threadId }) => threadId))
    if (changes.some(({ topic, entity }) => topic === 'thread' && threads.has(entity))) this.#looking.ask()
  }

  /** Something of the feed was missed. */
  onGap = () => this.#looking.ask()

  /** Whoever waits is answered at once, and so is who comes from here on. */
  drain = async () => {
    this.#draining = true
    for (const waiting of this.#waiting.values()) waiting.end('over')
    await this.#looking.idle()
    await this.#waking.idle()
  }

  #untilEnd(waiter: Waiter, waitMs: number, gone: AbortSignal): Promise<End> {
    return new Promise((resolve) => {
      const end = (how: End) => {
        clearTimeout(over)
        gone.removeEventListener('abort', onGone)
        this.#waiting.delete(waiter.id)
        if (this.#waiting.size === 0) this.#rest()
        resolve(how)
      }
      const onGone = () => end('over')
      const over = setTimeout(() => end('over'), waitMs)
      gone.addEventListener('abort', onGone)
      this.#waiting.set(waiter.id, { ...waiter, end })
      this.#timer ??= setInterval(this.#looking.ask, leaseMs / 5)
      if (gone.aborted || this.#draining) end('over')
      else this.#looking.ask()
    })
  }

  #rest() {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  async #look() {
    const ids = [...this.#waiting.keys()]
    if (ids.length === 0) return
    try {
      const places = await renewLeases(this.#ctx, ids)
      const byId = new Map(places.map((place) => [place.id, place]))
      for (const id of ids) this.#tell(id, byId.get(id))
      this.#idle = new Set(places.filter((place) => place.idle && !place.granted && !place.drifted).map(({ threadId }) => threadId))
      if (this.#idle.size > 0) this.#waking.ask()
    } catch (error) {
      this.#log.warn({ err: error }, 'who waits for a thread could not be looked up; the next round tries again')
    }
  }

  async #wake() {
    for (const threadId of this.#idle)
      await wakeLine(this.#ctx, threadId).catch((error: unknown) => this.#log.warn({ err: error, threadId }, 'a line could not be woken; the next round tries again'))
  }

  /** A place that is gone lapsed while this process stood still; it asks again, plainly. */
  #tell(id: string, place: Place | undefined) {
    const waiting = this.#waiting.get(id)
    if (place?.granted) waiting?.end('granted')
    else if (place?.drifted) waiting?.end('drifted')
    else if (!place || place.ended) waiting?.end('over')
  }

  async #refuseDrift(waiter: Waiter, { expectedAnchor }: Asked): Promise<never> {
    await leaveUngranted(this.#ctx, waiter.id)
    throw anchorDrift(await viewThread(this.#ctx, waiter.threadId), expectedAnchor ?? null)
  }
}
