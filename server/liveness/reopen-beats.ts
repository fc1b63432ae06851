import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'

/**
 * Beats count again, as if the clock had stood still since `closedAt`: the session has as much time left as it had then,
 * and one that was dead stays dead (OPS-6). A connection that dropped meanwhile has dropped now.
 */
export async function reopenBeats(tx: Context, sessionId: string, closedAt: string): Promise<void> {
  await tx.db.execute(sql`
    update session_beats set open = true, last_beat_at = last_beat_at + (e.at - e.closed_at),
      disconnected_at = case when disconnected_at is not null then least(disconnected_at + (e.at - e.closed_at), e.at) end
    from (select clock_timestamp() as at, ${closedAt}::timestamptz as closed_at offset 0) e where session_id = ${sessionId}`)
}
