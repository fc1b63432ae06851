import { sql } from 'drizzle-orm'
import { type LivenessReason, type LivenessVerdict } from '../../contract/sessions.ts'
import { type Context } from '../context.ts'

export type Judged = {
  verdict: LivenessVerdict
  reason: LivenessReason
  since: string | null
  /** Whoever acts on deaths may abandon it: it is dead, and nothing holds that back. */
  abandonable: boolean
}

/**
 * For whoever acts on a death: holds the beat row and judges again, by a clock after that lock, so that of a late beat and
 * this transaction exactly one wins (LIV-13). The session's row must be locked already.
 */
export async function judgeLocked(tx: Context, sessionId: string): Promise<Judged> {
  await tx.db.execute(sql`select from session_beats where session_id = ${sessionId} for update`)
  const [judged] = await tx.db.execute<Omit<Judged, 'abandonable'>>(sql`
    select verdict, reason, to_jsonb(since) as since from session_judged where id = ${sessionId}`)
  return { ...judged!, abandonable: judged!.verdict === 'dead' }
}
