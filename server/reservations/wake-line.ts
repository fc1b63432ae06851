import { sql } from 'drizzle-orm'
import { type Context, transaction } from '../context.ts'
import { judgeLocked } from '../liveness/judge-locked.ts'
import { endLockedSession } from '../sessions/end-locked-session.ts'
import { lockThreadAndOwner } from './lock-thread-and-owner.ts'
import { serveLine } from './serve-line.ts'

/** For a thread with a line: a dead owner is abandoned, and whoever waits first gets what nobody has (RSV-9, LIV-7). */
export function wakeLine(ctx: Context, threadId: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const [thread] = await tx.db.execute<{ workspace: string; name: string }>(sql`select workspace, name from threads where id = ${threadId}`)
    const { owner } = await lockThreadAndOwner(tx, thread!.workspace, thread!.name)
    if (owner) {
      const { abandonable, reason, since } = await judgeLocked(tx, owner.id)
      const why = `dead (${reason.replaceAll('_', ' ')}${since === null ? '' : ` since ${since}`}) while others waited for ${thread!.name}`
      if (abandonable) await endLockedSession(tx, owner, { status: 'abandoned', reason: why })
    }
    await serveLine(tx, threadId)
  })
}
