import { sql } from 'drizzle-orm'
import { json } from '../../db/json.ts'
import { type Context, transaction } from '../context.ts'
import { lockActiveSession } from '../sessions/lock-session.ts'
import { announceThreads } from './announce-threads.ts'
import { type Asked } from './ask.ts'
import { lockThreadAndOwner } from './lock-thread-and-owner.ts'
import { refuseElsewhere, workspaceOf } from './reserve-locked.ts'
import { serveLine } from './serve-line.ts'

/** Without a renewal for this long a waiter is passed over, and what it was given is taken back. */
export const leaseMs = 5_000

export type Waiter = { id: string; threadId: string }

/** A place at the end of a thread's line (RSV-9). null: the session has the thread already, and waits for nobody. */
export async function enterLine(ctx: Context, asked: Asked): Promise<Waiter | null> {
  const { workspace, thread, taker, made, tokenHash, anchor, expectedAnchor } = asked
  const [entered] = await ctx.db.execute<Waiter>(sql`
    select * from enter_line(${workspace}, ${thread}, ${taker}, ${ctx.actor.id}, ${made && json(made.row)}, ${tokenHash}, ${anchor},
      ${expectedAnchor !== undefined}, ${expectedAnchor ?? null}, ${leaseMs})`)
  if (!entered) return enterLocked(ctx, asked)
  ctx.hint()
  return entered
}

/** When something stands in the way, or the thread is free by now. */
function enterLocked(ctx: Context, asked: Asked): Promise<Waiter | null> {
  return transaction(ctx, async (tx) => {
    const { taker, made, tokenHash, anchor, expectedAnchor } = asked
    const workspace = asked.workspace ?? (await workspaceOf(tx, taker))
    const { id: threadId, owner } = await lockThreadAndOwner(tx, workspace, asked.thread, made ? [] : [taker])
    const session = made ? null : await lockActiveSession(tx, taker)
    if (session) refuseElsewhere(session, workspace)
    if (owner !== null && owner.id === taker) return null
    const [waiter] = await tx.db.execute<Waiter>(sql`
      insert into thread_waiters (thread_id, session_id, session_name, new_session, token_hash, anchor, checks_anchor, expected_anchor, waiting_since, lease_until)
      values (${threadId}, ${taker}, ${session?.name ?? (made!.row.name as string)}, ${made && json(made.row)}, ${tokenHash}, ${anchor},
        ${expectedAnchor !== undefined}, ${expectedAnchor ?? null}, clock_timestamp(), clock_timestamp() + ${leaseMs} * interval '1 ms')
      returning id, thread_id as "threadId"`)
    await announceThreads(tx, [threadId])
    await serveLine(tx, threadId)
    return waiter!
  })
}
