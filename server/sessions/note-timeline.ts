import { sql } from 'drizzle-orm'
import { type TimelineKind } from '../../contract/timeline.ts'
import { json } from '../../db/json.ts'
import { type Context } from '../context.ts'

export type Happened = { sessionId: string; kind: TimelineKind; subject?: string | null; actor?: string | null }

/** What a session's page tells of its life, written by the transaction in which it happened. */
export async function noteTimeline(tx: Context, happened: Happened[]): Promise<void> {
  if (happened.length === 0) return
  await tx.db.execute(sql`
    insert into session_timeline (session_id, happened_at, kind, subject, actor)
    select h."sessionId", clock_timestamp(), h.kind, h.subject, h.actor
    from jsonb_to_recordset(${json(happened)}) as h ("sessionId" text, kind text, subject text, actor text)`)
}
