import { sql, type SQL } from 'drizzle-orm'

/** The threads that a session waits for in line, as a JSON array to select. */
export const waitedFor = (sessionId: SQL): SQL => sql`coalesce((
  select jsonb_agg(jsonb_build_object('threadId', t.id, 'workspace', t.workspace, 'thread', t.name, 'since', w.waiting_since) order by w.position)
  from thread_waiters w join threads t on t.id = w.thread_id
  where w.session_id = ${sessionId} and w.granted_reservation is null and w.lease_until > clock_timestamp()
), '[]')`
