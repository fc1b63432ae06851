import { type Logger } from 'pino'

const limitMs = 10_000

/** What was started, in order; stopped in reverse, within ten seconds, whatever single stops do (API-6). */
export class Drain {
  readonly #log: Logger
  readonly #stops: { name: string; stop: () => Promise<unknown> }[] = []
  #draining: Promise<void> | null = null

  constructor(log: Logger) {
    this.#log = log
  }

  add(name: string, stop: () => Promise<unknown>) {
    this.#stops.push({ name, stop })
  }

  run = (why: string): Promise<void> => (this.#draining ??= this.#stopAll(why))

  async #stopAll(why: string) {
    this.#log.info({ why }, 'draining')
    const tooLate = setTimeout(() => {
      this.#log.error('draining took longer than 10 s; leaving anyway')
      process.exit(1)
    }, limitMs)
    for (const { name, stop } of this.#stops.toReversed()) {
      try {
        await stop()
        this.#log.debug({ part: name }, 'stopped')
      } catch (error) {
        this.#log.error({ err: error, part: name }, 'could not be stopped cleanly')
      }
    }
    clearTimeout(tooLate)
    this.#log.info('drained')
  }
}
