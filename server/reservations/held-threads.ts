import { sql, type SQL } from 'drizzle-orm'

const mostWaiters = 20

const waiters = sql`coalesce((
  select jsonb_agg(jsonb_build_object('sessionId', w.session_id, 'name', w.session_name, 'since', w.waiting_since) order by w.position)
  from (
    select * from thread_waiters where thread_id = t.id and granted_reservation is null and lease_until > clock_timestamp()
    order by position limit ${mostWaiters}
  ) w
), '[]')`

/** The threads that a session holds, and who waits for them, as a JSON array to select. */
export const heldThreads = (sessionId: SQL): SQL => sql`coalesce((
  select jsonb_agg(jsonb_build_object(
    'threadId', t.id, 'workspace', t.workspace, 'thread', t.name, 'generation', r.generation, 'since', r.reserved_at, 'waiters', ${waiters})
    order by t.workspace collate "C", t.name collate "C")
  from reservations r join threads t on t.id = r.thread_id
  where r.session_id = ${sessionId} and r.released_at is null
), '[]')`
