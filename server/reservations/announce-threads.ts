import { sql, type SQL } from 'drizzle-orm'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context, transaction } from '../context.ts'
import { type Thread } from '../../contract/threads.ts'

/** Tells browsers how these threads are now. Their rows must be locked. */
export const announceThreads = (tx: Context, threadIds: string[]): Promise<Thread[]> => announce(tx, sql`select id from threads where id in ${threadIds}`, threadIds.length)

/** The same for whatever these sessions own, in a transaction of its own: what is shown of an owner has changed. */
export async function announceThreadsOf(ctx: Context, sessionIds: string[]): Promise<void> {
  await transaction(ctx, (tx) => announce(tx, sql`
    select t.id from threads t join reservations r on r.thread_id = t.id
    where r.session_id in ${sessionIds} and r.released_at is null
    order by t.workspace collate "C", t.name collate "C" for update of t`, sessionIds.length))
}

async function announce(tx: Context, which: SQL, count: number): Promise<Thread[]> {
  if (count === 0) return []
  return recordChanges<Thread>(
    tx,
    'thread',
    sql`select v.id::text, told.version, v.workspace, (to_jsonb(v) || jsonb_build_object('version', told.version))::json
      from told join thread_view v on v.id = told.id`,
    sql`with which as materialized (${which}), told as (
      update threads t set version = t.version + 1 from which where t.id = which.id returning t.id, t.version)`,
  )
}
