import { sql, type SQL } from 'drizzle-orm'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context, transaction } from '../context.ts'
import { announceThreadsOf } from '../reservations/announce-threads.ts'
import { noteTimeline, type Happened } from '../sessions/note-timeline.ts'

const shown = sql`j.reason || coalesce(' ' || j.progress, '')`
type Due = { id: string; was: string; verdict: string; reason: string; progress: string | null }

/** Tells browsers of sessions whose verdict or progress changed by time or evidence alone. Gives how many. */
export async function announceVerdicts(ctx: Context, batch = 500): Promise<number> {
  const ids = await transaction(ctx, (tx) => tellVerdicts(tx, sql`true`, batch))
  // Apart, because threads come before sessions in the lock order, and a verdict is no state of theirs.
  if (ids.length > 0) await announceThreadsOf(ctx, ids)
  return ids.length
}

/** The same of some `sessions s`, inside a transaction: their threads are announced after it. Who is locked by others is passed over. */
export async function tellVerdicts(tx: Context, which: SQL, batch = 500): Promise<string[]> {
  const due = await tx.db.execute<Due>(sql`
    with due as materialized (
      select s.id, s.announced_state as was, ${shown} as state, j.verdict, j.reason, j.progress
      from sessions s join session_judged j on j.id = s.id
      where s.status = 'active' and ${which} and s.announced_state <> ${shown}
      order by s.id collate "C" limit ${batch} for update of s skip locked
    )
    update sessions s set announced_state = due.state, version = s.version + 1
    from due where s.id = due.id and s.status = 'active'
    returning s.id, due.was, due.verdict, due.reason, due.progress`)
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  await recordChanges(tx, 'session', sql`select v.id, v.version, v.workspace, to_json(v) from session_view v where v.id in ${ids}`)
  await noteTimeline(tx, due.flatMap(whatHappened))
  return ids
}

/** What of a change of verdict its page tells as something that happened. Late beats that come after all are none of it. */
function whatHappened({ id, was, verdict, reason, progress }: Due): Happened[] {
  const [before, doing] = was.split(' ')
  const wasDead = before === 'heartbeat_expired' || before === 'process_gone' || before === 'pid_reused' || before === 'host_rebooted'
  if (verdict === 'dead') return [{ sessionId: id, kind: 'dead', subject: reason }]
  if (wasDead && verdict !== 'unknown') return [{ sessionId: id, kind: 'revived', subject: null }]
  if (reason === 'disconnected') return [{ sessionId: id, kind: 'quiet', subject: reason }]
  if (progress === 'stalled') return doing === 'stalled' ? [] : [{ sessionId: id, kind: 'stalled', subject: null }]
  return doing === 'stalled' && progress === 'progressing' ? [{ sessionId: id, kind: 'progressing', subject: null }] : []
}
