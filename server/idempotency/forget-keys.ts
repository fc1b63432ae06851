import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'

/** Keys are promised for 24 hours; they are kept for two days. Gives how many went. */
export async function forgetKeys(ctx: Pick<Context, 'db'>, batch = 5_000): Promise<number> {
  const gone = await ctx.db.execute(sql`
    delete from idempotency_keys where (caller, key) in (
      select caller, key from idempotency_keys where made_at < clock_timestamp() - interval '2 days' order by made_at limit ${batch}
    ) returning key`)
  return gone.length
}
