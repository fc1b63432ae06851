import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'

/** A session that has ended waits for nothing: its places are gone, also when the end is taken back. Gives which threads. */
export async function leaveLines(tx: Context, sessionId: string): Promise<string[]> {
  const left = await tx.db.execute<{ id: string }>(sql`delete from thread_waiters where session_id = ${sessionId} returning thread_id as id`)
  return left.map(({ id }) => id)
}
