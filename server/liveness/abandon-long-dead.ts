import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'
import { abandonDead } from './abandon-dead.ts'

/** Abandons who stayed dead for the whole grace period; who is unknown never is (LIV-7). Gives how many. */
export async function abandonLongDead(ctx: Context): Promise<number> {
  const { deadGraceMs } = ctx.settings
  if (deadGraceMs === null) return 0
  const { abandoned } = await abandonDead(ctx, {
    where: sql`j.judged_at - j.since >= ${deadGraceMs} * interval '1 ms'`,
    still: ({ forMs }) => forMs >= deadGraceMs,
    reason: ({ reason }) => `stayed dead for ${deadGraceMs / 60_000} min (${reason})`,
  })
  return abandoned
}
