import { once } from 'node:events'
import { type TransactionSql } from 'postgres'
import { type TableLine } from './format.ts'

export type CopyIn = { write(rows: Buffer): Promise<void>; end(): Promise<void> }

/** Rows into a table. Postgres's refusal comes out of whichever call is next, and never leaves it waiting. */
export async function copyIn(tx: TransactionSql, { table, columns }: TableLine): Promise<CopyIn> {
  const query = tx`copy public.${tx(table)} (${tx(columns)}) from stdin` as ReturnType<typeof tx> & { reject: (error: unknown) => void }
  const refuse = query.reject
  // The driver tells a refusal that comes after the last row only to the query, whose promise was kept long ago.
  const refused = new Promise<never>((_, reject) => {
    query.reject = (error) => {
      refuse(error)
      reject(error)
    }
  })
  refused.catch(() => {})
  const stream = await query.writable()
  stream.on('error', () => {})
  return {
    write: async (rows) => {
      if (stream.destroyed) return refused
      if (!stream.write(rows)) await Promise.race([once(stream, 'drain'), refused])
    },
    end: async () => {
      const finished = once(stream, 'finish')
      stream.end()
      await Promise.race([finished, refused])
    },
  }
}
