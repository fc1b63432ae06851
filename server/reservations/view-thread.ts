import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type Thread } from '../../contract/threads.ts'
import { type Context } from '../context.ts'

export const threadNotFound = (id: string) => new DomainError('thread_not_found', `There is no thread ${id}.`, { id })

/** The thread as it is on the wire, inside a verb that has found it. */
export async function viewThread(ctx: Context, id: string): Promise<Thread> {
  const [row] = await ctx.db.execute<{ body: Thread }>(sql`select to_json(v) as body from thread_view v where id = ${id}`)
  return row!.body
}
