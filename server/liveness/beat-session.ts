import { sql } from 'drizzle-orm'
import { type Context, transaction } from '../context.ts'
import { lockActiveSession } from '../sessions/lock-session.ts'

/**
 * One conditional statement on the narrow row, which reads the clock after its lock: an update alone reads it before.
 * Beats are not announced; a change of verdict is.
 */
export async function beatSession(ctx: Context, id: string): Promise<void> {
  const beaten = await ctx.db.execute(sql`
    with held as materialized (select session_id from session_beats where session_id = ${id} and open for no key update)
    update session_beats b set last_beat_at = clock_timestamp() from held where b.session_id = held.session_id
    returning b.session_id`)
  if (beaten.length > 0) return
  await transaction(ctx, (tx) => lockActiveSession(tx, id))
}
