import { type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { type Client, type Db } from '../db/client.ts'
import { type Context } from '../server/context.ts'

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

/** Blocks of 8 kB that the very statements of a verb touch, as Postgres counts them. */
export async function blocksTouched(ctx: Context, client: Client, verb: (ctx: Context) => Promise<unknown>): Promise<number> {
  let blocks = 0
  const explaining = (db: Context['db']) =>
    new Proxy(db, {
      get(target, key) {
        if (key === 'transaction') return (work: (tx: Db) => Promise<unknown>) => work(explaining(db))
        if (key !== 'execute') return Reflect.get(target, key) as unknown
        return async (query: SQL) => {
          const { sql, params } = new PgDialect().sqlToQuery(query)
          const [row] = await client.unsafe(`explain (analyze, buffers, format json) ${sql}`, params as string[])
          const [{ Plan: plan }] = row!['QUERY PLAN'] as [{ Plan: Plan }]
          blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
          return db.execute(query)
        }
      },
    })
  await verb({ ...ctx, db: explaining(ctx.db) })
  return blocks
}
