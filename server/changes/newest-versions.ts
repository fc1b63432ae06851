import { type Change, isNewer } from '../../contract/realtime.ts'

const remembered = 100_000

/**
 * The feed is in delivery order, not in truth order: a transaction that took its xid early can carry the newer
 * version of a row. Remembers the highest version that went out per entity and drops what is older.
 */
export class NewestVersions {
  readonly #versions = new Map<string, { version: number }>()

  keep<Any extends Change>(changes: Any[]): Any[] {
    return changes.filter((change) => {
      const key = `${change.topic} ${change.entity}`
      if (!isNewer(change, this.#versions.get(key))) return false
      this.#versions.delete(key)
      this.#versions.set(key, { version: change.version })
      if (this.#versions.size > remembered) this.#versions.delete(this.#versions.keys().next().value!)
      return true
    })
  }

  clear() {
    this.#versions.clear()
  }
}
