import { sql, type SQL } from 'drizzle-orm'
import { type Session } from '../../contract/sessions.ts'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context } from '../context.ts'

/** What a browser's row shows of liveness and progress, as one text to compare. */
export const shownState: SQL = sql`(v.liveness ->> 'reason') || coalesce(' ' || v.progress, '')`

/** Tells browsers how the session is now, and gives that to the verb as its answer. */
export async function announceSession(tx: Context, id: string): Promise<Session> {
  const [session] = await recordChanges<Session>(
    tx,
    'session',
    sql`select v.id, v.version, v.workspace, to_json(v) from v`,
    sql`with v as materialized (select * from session_view where id = ${id}), told as (
      update sessions s set announced_state = ${shownState} from v
      where s.id = v.id and s.announced_state <> ${shownState}
    )`,
  )
  return session!
}
