import { sql } from 'drizzle-orm'
import { recordAudit } from '../audit/record-audit.ts'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context, transaction } from '../context.ts'

/** Removes a bounded batch of sessions that are hidden already, with what hangs off them. Gives how many. */
export function sweepSessions(ctx: Context, batch = 200): Promise<number> {
  return transaction(ctx, async (tx) => {
    const gone = await recordChanges(
      tx,
      'session',
      sql`select id, version + 1, workspace, null::json from gone`,
      sql`with hidden as materialized (
        select id from sessions
        where status <> 'active'
          and completed_at <= (select clock_timestamp() - ${tx.settings.sessionRetentionMs} * interval '1 ms')
        order by completed_at limit ${batch} for update skip locked
      ), gone as (delete from sessions where id in (select id from hidden) returning id, version, workspace)`,
    )
    const { length: removed } = gone
    const target = { kind: 'retention', id: 'sessions', name: 'ended sessions' }
    if (removed > 0) await recordAudit(tx, { action: 'session.swept', target, after: { removed } })
    return removed
  })
}
