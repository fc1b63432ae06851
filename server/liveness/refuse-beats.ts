import { sql } from 'drizzle-orm'
import { type DomainError } from '../../contract/errors.ts'
import { type Context } from '../context.ts'
import { type LockedSession, lockedColumns, notYourSession, sessionEnded, sessionNotFound } from '../sessions/lock-session.ts'
import { isKept, withinReach } from '../sessions/visible.ts'

/** Why these did not beat, each as every other write in the name of a session is refused. One that only was busy is missing. */
export async function refuseBeats(ctx: Context, ids: string[]): Promise<Map<string, DomainError>> {
  const found = await ctx.db.execute<LockedSession>(sql`
    select ${lockedColumns}
    from sessions where id in ${ids} and ${withinReach(ctx, { id: sql`id`, workspace: sql`workspace` })}
      and ${isKept(ctx, { status: sql`status`, completedAt: sql`completed_at` })}`)
  const sessions = new Map(found.map((session) => [session.id, session]))
  const refusals = new Map<string, DomainError>()
  for (const id of ids) {
    const session = sessions.get(id)
    if (!session) refusals.set(id, sessionNotFound(id))
    else if (ctx.actor.role === 'agent' && session.ownerId !== ctx.actor.id) refusals.set(id, notYourSession(id))
    else if (session.status !== 'active') refusals.set(id, sessionEnded(session))
  }
  return refusals
}
