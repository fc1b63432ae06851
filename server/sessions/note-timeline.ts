import { sql } from 'drizzle-orm'
import { type TimelineKind } from '../../contract/timeline.ts'
import { json } from '../../db/json.ts'
import { type Context } from '../context.ts'

export type Happened = { sessionId: string; kind: TimelineKind; subject?: string | null; actor?: string | null }

/** A session keeps its newest ones only, so that one that flaps does not fill the table. */
export const mostEntries = 200

/** What a session's page tells of its life, written by the transaction in which it happened, which has locked the session. */
export async function noteTimeline(tx: Context, happened: Happened[]): Promise<void> {
  if (happened.length === 0) return
  await tx.db.execute(sql`
    insert into session_timeline (session_id, happened_at, kind, subject, actor)
    select h."sessionId", clock_timestamp(), h.kind, h.subject, h.actor
    from jsonb_to_recordset(${json(happened)}) as h ("sessionId" text, kind text, subject text, actor text)`)
  const grown = [...new Set(happened.filter(({ kind }) => kind !== 'registered').map(({ sessionId }) => sessionId))]
  if (grown.length === 0) return
  await tx.db.execute(sql`
    delete from session_timeline l using (
      select n.id as session_id, first.id from jsonb_array_elements_text(${json(grown)}) n (id)
      cross join lateral (select id from session_timeline where session_id = n.id order by id desc offset ${mostEntries} limit 1) first
    ) old where l.session_id = old.session_id and l.id <= old.id`)
}
