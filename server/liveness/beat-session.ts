import { sql } from 'drizzle-orm'
import { type Context, transaction } from '../context.ts'
import { lockActiveSession } from '../sessions/lock-session.ts'
import { withinReach } from '../sessions/visible.ts'

/**
 * One conditional statement on the narrow row, which reads the clock after its lock: an update alone reads it before.
 * Beats are not announced; a change of verdict is.
 */
export async function beatSession(ctx: Context, id: string): Promise<void> {
  const mine = ctx.actor.role === 'agent' ? sql`s.owner_id = ${ctx.actor.id}` : sql`true`
  const beaten = await ctx.db.execute(sql`
    with held as materialized (
      select b.session_id from session_beats b join sessions s on s.id = b.session_id
      where b.session_id = ${id} and b.open and ${mine} and ${withinReach(ctx, { id: sql`s.id`, workspace: sql`s.workspace` })}
      for no key update of b
    )
    update session_beats b set last_beat_at = clock_timestamp() from held where b.session_id = held.session_id
    returning b.session_id`)
  if (beaten.length > 0) return
  await transaction(ctx, (tx) => lockActiveSession(tx, id))
}
