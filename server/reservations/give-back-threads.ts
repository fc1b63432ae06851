import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'

export type Moved = { workspace: string; thread: string; generation: number; had: number; owner: string | null }

const freedByEnd = (sessionId: string) => sql`
  from reservations r join threads t on t.id = r.thread_id
  where r.session_id = ${sessionId} and r.released_at = (select completed_at from sessions where id = ${sessionId})`

/** Of what the end of a session freed, what it can't get back: somebody has had it since, or it was let go for good. */
export async function movedSince(tx: Context, sessionId: string): Promise<Moved[]> {
  return tx.db.execute<Moved>(sql`
    select t.workspace, t.name as thread, t.generation::float8 as generation, r.generation::float8 as had,
      (select o.session_name from reservations o where o.thread_id = t.id and o.released_at is null) as owner
    ${freedByEnd(sessionId)} and (t.generation <> r.generation or r.undo_until is null)
    order by t.workspace collate "C", t.name collate "C"`)
}

/** Undoes the release as if it had not been: same token, same generation. The threads are locked and unmoved. Gives which. */
export async function giveBackThreads(tx: Context, sessionId: string): Promise<string[]> {
  const given = await tx.db.execute<{ id: string }>(sql`
    update reservations set released_at = null, released_as = null, released_by = null, release_reason = null, undo_until = null
    where id in (select r.id ${freedByEnd(sessionId)}) returning thread_id as id`)
  return given.map(({ id }) => id)
}
