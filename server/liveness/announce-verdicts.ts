import { sql } from 'drizzle-orm'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context, transaction } from '../context.ts'
import { shownState } from '../sessions/announce-session.ts'

/** Tells browsers of sessions whose verdict or progress changed by time alone. Gives how many. */
export function announceVerdicts(ctx: Context, batch = 500): Promise<number> {
  return transaction(ctx, async (tx) => {
    const due = await tx.db.execute<{ id: string }>(sql`
      with due as materialized (
        select s.id, ${shownState} as state from sessions s join session_view v on v.id = s.id
        where s.status = 'active' and s.announced_state <> ${shownState}
        order by s.id collate "C" limit ${batch} for update of s skip locked
      )
      update sessions s set announced_state = due.state, version = s.version + 1
      from due where s.id = due.id and s.status = 'active' returning s.id`)
    if (due.length === 0) return 0
    const ids = sql.join(due.map(({ id }) => sql`${id}`), sql`, `)
    await recordChanges(tx, 'session', sql`select v.id, v.version, v.workspace, to_json(v) from session_view v where v.id in (${ids})`)
    return due.length
  })
}
