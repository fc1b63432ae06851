import { sql } from 'drizzle-orm'
import { type Context, transaction } from '../context.ts'
import { lockActiveSession } from '../sessions/lock-session.ts'

/** One conditional statement on the narrow row. Beats are not announced; a change of verdict is. */
export async function beatSession(ctx: Context, id: string): Promise<void> {
  const beaten = await ctx.db.execute(sql`
    update session_beats set last_beat_at = clock_timestamp() where session_id = ${id} and open returning session_id`)
  if (beaten.length > 0) return
  await transaction(ctx, (tx) => lockActiveSession(tx, id))
}
