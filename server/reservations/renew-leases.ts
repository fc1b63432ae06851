import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'
import { leaseMs } from './enter-line.ts'

export type Place = {
  id: string
  threadId: string
  granted: boolean
  /** Its turn came, and the thread had another anchor than it expected. */
  drifted: boolean
  /** The session that waits is no longer active. */
  ended: boolean
  /** Nobody has the thread, or a dead one does: its line must be woken. */
  idle: boolean
}

/**
 * All that wait through this process, in one statement: their leases, and what became of them. One that is being served at
 * this moment is not waited for, because others could wait for us then; it is told of by the feed.
 */
export const renewLeases = ({ db }: Pick<Context, 'db'>, ids: string[]): Promise<Place[]> =>
  db.execute<Place>(sql`
    with renewed as (
      update thread_waiters set lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms'
      where id in (select id from thread_waiters where id in ${ids} for update skip locked)
    )
    select w.id, w.thread_id as "threadId", w.granted_reservation is not null as granted, w.drifted,
      w.new_session is null and coalesce(s.status, 'gone') <> 'active' as ended, t.idle
    from thread_waiters w left join sessions s on s.id = w.session_id
    join (
      select k.thread_id, not thread_is_taken(k.thread_id) or exists (
        select from reservations r join session_judged j on j.id = r.session_id
        where r.thread_id = k.thread_id and r.released_at is null and j.verdict = 'dead') as idle
      from (select distinct thread_id from thread_waiters where id in ${ids}) k
    ) t on t.thread_id = w.thread_id
    where w.id in ${ids}`)
