import { sql } from 'drizzle-orm'
import { type Session } from '../../contract/sessions.ts'
import { type Context } from '../context.ts'

/** How these sessions are now, for the process whose sockets carry them. */
export async function readCarried(ctx: Context, ids: string[]): Promise<Session[]> {
  const rows = await ctx.db.execute<{ body: Session }>(sql`select to_json(v) as body from session_view v where v.id in ${ids}`)
  return rows.map(({ body }) => body)
}
