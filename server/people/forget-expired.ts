import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'

/** What bounds the tables of sign-in: everything in them ends by itself, and this removes what has ended. */
export async function forgetExpired(ctx: Pick<Context, 'db'>): Promise<void> {
  await ctx.db.execute(sql`delete from sign_ins where expires_at < clock_timestamp()`)
  await ctx.db.execute(sql`delete from rate_limits where ends_at < clock_timestamp()`)
  await ctx.db.execute(sql`delete from verifications where expires_at < clock_timestamp()`)
  await ctx.db.execute(sql`delete from sign_in_links where expires_at < clock_timestamp() - interval '30 days'`)
}
