import { sql } from 'drizzle-orm'
import { type ContextQuery } from '../../contract/sessions.ts'
import { type Context, transaction } from '../context.ts'
import { announceSession } from './announce-session.ts'
import { lockIfThere } from './lock-session.ts'

/** Appends to an active session's log; for a missing or ended one it succeeds and does nothing (SES-7). */
export function recordContextQuery(ctx: Context, id: string, { path, scope }: ContextQuery): Promise<void> {
  return transaction(ctx, async (tx) => {
    const session = await lockIfThere(tx, id)
    if (session?.status !== 'active') return
    await tx.db.execute(sql`
      insert into context_queries (session_id, path, scope, queried_at)
      values (${id}, ${path}, ${scope ?? null}, clock_timestamp())`)
    await tx.db.execute(sql`update sessions set version = version + 1 where id = ${id}`)
    await announceSession(tx, id)
  })
}
