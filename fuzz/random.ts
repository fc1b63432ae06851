/** A seeded generator (mulberry32): the same seed makes the same run. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 up to, but not including, `below`. */
  int(below: number): number {
    return Math.floor(this.next() * below)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(from: readonly Item[]): Item {
    if (from.length === 0) throw new Error('There is nothing to pick from.')
    return from[this.int(from.length)]!
  }

  shuffle<Item>(items: readonly Item[]): Item[] {
    const shuffled = [...items]
    for (let at = shuffled.length - 1; at > 0; at--) {
      const other = this.int(at + 1)
      ;[shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!]
    }
    return shuffled
  }

  hex(length: number): string {
    return Array.from({ length }, () => this.int(16).toString(16)).join('')
  }
}
