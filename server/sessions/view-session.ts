import { sql } from 'drizzle-orm'
import { type Session } from '../../contract/sessions.ts'
import { type Context } from '../context.ts'

/** The session as it is on the wire, inside a verb that has found it. */
export async function viewSession(ctx: Context, id: string): Promise<Session> {
  const [row] = await ctx.db.execute<{ body: Session }>(sql`select to_json(v) as body from session_view v where id = ${id}`)
  return row!.body
}
