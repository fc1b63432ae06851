import { sql, type SQL } from 'drizzle-orm'

/** The threads that a session holds, as a JSON array to select. */
export const heldThreads = (sessionId: SQL): SQL => sql`coalesce((
  select jsonb_agg(jsonb_build_object(
    'workspace', t.workspace, 'thread', t.name, 'generation', r.generation, 'since', r.reserved_at)
    order by t.workspace collate "C", t.name collate "C")
  from reservations r join threads t on t.id = r.thread_id
  where r.session_id = ${sessionId} and r.released_at is null
), '[]')`
