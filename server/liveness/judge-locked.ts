import { sql } from 'drizzle-orm'
import { type LivenessReason, type LivenessVerdict } from '../../contract/sessions.ts'
import { type Context } from '../context.ts'

export type Judged = {
  verdict: LivenessVerdict
  reason: LivenessReason
  since: string | null
  /** For how long it is so, by the clock that judged. */
  forMs: number
  /** Whoever acts on a death may abandon it: it is dead, and nothing holds that back. */
  abandonable: boolean
}

/**
 * For whoever acts on a death: holds the beat row and judges again, by a clock after that lock, so that of a late beat and
 * this transaction exactly one wins (LIV-13). The session's row must be locked already. While the breaker holds nobody is
 * abandoned for silence; other deaths are not held back (LIV-10).
 */
export async function judgeLocked(tx: Context, sessionId: string): Promise<Judged> {
  await tx.db.execute(sql`select from session_beats where session_id = ${sessionId} for update`)
  const [judged] = await tx.db.execute<Judged>(sql`
    select verdict, reason, to_jsonb(since) as since, (extract(epoch from judged_at - since) * 1000)::float8 as "forMs",
      case when verdict <> 'dead' then false when reason = 'heartbeat_expired' then not breaker_holds() else true end as abandonable
    from (select * from session_judged where id = ${sessionId} offset 0) j`)
  return judged!
}
