import { sql } from 'drizzle-orm'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context, transaction } from '../context.ts'
import { shownState } from '../sessions/announce-session.ts'

/** Tells browsers of sessions whose verdict or progress changed by time alone. Gives how many. */
export function announceVerdicts(ctx: Context, batch = 500): Promise<number> {
  return transaction(ctx, async (tx) => {
    const told = await recordChanges(
      tx,
      'session',
      // The view still shows the row as it was before this statement, so the new version is put in.
      sql`select told.id, told.version, to_jsonb(v) || jsonb_build_object('version', told.version) from told join v using (id)`,
      sql`with due as materialized (
        select s.id from sessions s join session_view v on v.id = s.id
        where s.status = 'active' and s.announced_state <> ${shownState}
        order by s.id collate "C" limit ${batch} for update of s skip locked
      ), v as materialized (
        select v.* from session_view v join due on due.id = v.id
      ), told as (
        update sessions s set announced_state = ${shownState}, version = s.version + 1
        from v where s.id = v.id and s.status = 'active' returning s.id, s.version
      )`,
    )
    return told.length
  })
}
