import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'

/**
 * For whoever frees a thread: gives it to the first in line who lives, in the same transaction (RSV-9). The thread's row
 * must be locked and free, and no undo window open on it; else nothing happens. true: it has a new owner, and all are told.
 */
export async function serveLine(tx: Context, threadId: string): Promise<boolean> {
  const [served] = await tx.db.execute<{ served: boolean }>(sql`select serve_line(${threadId}) as served`)
  return served!.served
}
