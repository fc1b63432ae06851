import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'

/** What is shown of its usage, as it stands in this minute: the furthest of its sources. The session is locked. */
export async function sampleUsage(tx: Context, sessionId: string): Promise<void> {
  await tx.db.execute(sql`
    insert into usage_samples (session_id, minute, tokens, cost_micro_usd)
    select ${sessionId}, date_trunc('minute', clock_timestamp(), 'UTC'),
      least(coalesce(max(input_tokens), 0) + coalesce(max(output_tokens), 0), ${Number.MAX_SAFE_INTEGER}::bigint), coalesce(max(cost_micro_usd), 0)
    from session_usage where session_id = ${sessionId}
    on conflict (session_id, minute) do update set tokens = excluded.tokens, cost_micro_usd = excluded.cost_micro_usd`)
}
