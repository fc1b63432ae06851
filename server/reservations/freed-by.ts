import { sql, type SQL } from 'drizzle-orm'

const waiting = sql`from thread_waiters w where w.thread_id = t.id and w.granted_reservation is null and w.lease_until > clock_timestamp()`

/** The threads that the end of a session would free, and who comes next, as a JSON array to select. */
export const freedBy = (sessionId: SQL): SQL => sql`coalesce((
  select jsonb_agg(jsonb_build_object(
    'threadId', t.id, 'workspace', t.workspace, 'thread', t.name, 'generation', r.generation, 'since', r.reserved_at,
    'next', (select jsonb_build_object('sessionId', w.session_id, 'name', w.session_name) ${waiting} order by w.position limit 1),
    'waiting', (select count(*) ${waiting}))
    order by t.workspace collate "C", t.name collate "C")
  from reservations r join threads t on t.id = r.thread_id
  where r.session_id = ${sessionId} and r.released_at is null
), '[]')`
