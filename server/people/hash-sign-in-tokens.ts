import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth'
import { hashSecret } from '../tokens/secret.ts'

/**
 * better-auth keeps the token of a sign-in as it stands in the cookie. Between it and the table, the token becomes its
 * hash on the way in, and the caller gets back the one it asked with. A hash read from the table opens nothing.
 */
export function hashSignInTokens(adapter: DBAdapter): DBAdapter {
  return { ...hashing(adapter), transaction: (work) => adapter.transaction((tx) => work(hashing(tx))) }
}

function hashing<Adapter extends DBTransactionAdapter>(adapter: Adapter): Adapter {
  return {
    ...adapter,
    create: async (input) => {
      const seen = new Seen(input.model)
      return seen.restore(await adapter.create({ ...input, data: seen.hashData(input.data) }))
    },
    findOne: async (input) => {
      const seen = new Seen(input.model)
      return seen.restore(await adapter.findOne({ ...input, where: seen.hashWhere(input.where) }))
    },
    findMany: async (input) => {
      const seen = new Seen(input.model)
      const rows = await adapter.findMany({ ...input, where: input.where && seen.hashWhere(input.where) })
      return rows.map((row) => seen.restore(row))
    },
    update: async (input) => {
      const seen = new Seen(input.model)
      const where = seen.hashWhere(input.where)
      return seen.restore(await adapter.update({ ...input, where, update: seen.hashData(input.update) }))
    },
    updateMany: (input) => {
      const seen = new Seen(input.model)
      return adapter.updateMany({ ...input, where: seen.hashWhere(input.where), update: seen.hashData(input.update) })
    },
    consumeOne: async (input) => {
      const seen = new Seen(input.model)
      return seen.restore(await adapter.consumeOne({ ...input, where: seen.hashWhere(input.where) }))
    },
    incrementOne: async (input) => {
      const seen = new Seen(input.model)
      const set = input.set && seen.hashData(input.set)
      return seen.restore(await adapter.incrementOne({ ...input, where: seen.hashWhere(input.where), set }))
    },
    count: (input) => adapter.count({ ...input, where: input.where && new Seen(input.model).hashWhere(input.where) }),
    delete: (input) => adapter.delete({ ...input, where: new Seen(input.model).hashWhere(input.where) }),
    deleteMany: (input) => adapter.deleteMany({ ...input, where: new Seen(input.model).hashWhere(input.where) }),
  }
}

/** The clear tokens that one call brought along, by their hash. */
class Seen {
  readonly #clear = new Map<string, string>()
  readonly #model: string

  constructor(model: string) {
    this.#model = model
  }

  #hash(token: string) {
    const hash = hashSecret(token)
    this.#clear.set(hash, token)
    return hash
  }

  hashData<Data extends object>(data: Data): Data {
    if (this.#model !== 'session' || !('token' in data) || typeof data.token !== 'string') return data
    return { ...data, token: this.#hash(data.token) }
  }

  hashWhere(where: Where[]): Where[] {
    if (this.#model !== 'session') return where
    return where.map((part) => (part.field === 'token' ? { ...part, value: this.#hashValue(part.value) } : part))
  }

  #hashValue(value: Where['value']): Where['value'] {
    if (typeof value === 'string') return this.#hash(value)
    if (Array.isArray(value)) return value.map((each) => this.#hash(String(each)))
    return value
  }

  restore<Row>(row: Row): Row {
    if (this.#model !== 'session' || !row || typeof row !== 'object' || !('token' in row)) return row
    const clear = this.#clear.get(String(row.token))
    return clear === undefined ? row : { ...row, token: clear }
  }
}
