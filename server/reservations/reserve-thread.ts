import { sql } from 'drizzle-orm'
import { type Reserved, type ReserveThread } from '../../contract/threads.ts'
import { json } from '../../db/json.ts'
import { type Context, isTransient, transaction } from '../context.ts'
import { ask, type Asked, reserved, type Taken, takenColumns } from './ask.ts'
import { liveOwner } from './live-owner.ts'
import { reserveLocked } from './reserve-locked.ts'

type Row = Taken & { said: 'reserved' | 'owned' | 'look' }

/** RSV-2, but for the waiting. A free thread is one statement; what stands in the way is looked at under locks. */
export async function reserveThread(ctx: Context, input: ReserveThread, generateId?: () => string): Promise<Reserved> {
  const asked = ask(ctx, input, generateId)
  const row = await reserveFree(ctx, asked)
  if (row.said === 'reserved') {
    if (!ctx.open) ctx.hint()
    return reserved(asked, row)
  }
  if (row.said === 'owned') return liveOwner(row.thread, row.thread.owner!)
  return transaction(ctx, (tx) => reserveLocked(tx, ask(ctx, input, generateId)))
}

async function reserveFree(ctx: Context, { workspace, thread, taker, made, tokenHash, anchor, expectedAnchor }: Asked): Promise<Row> {
  try {
    const [row] = await ctx.db.execute<Row>(sql`
      select said, thread_id as "threadId", ${takenColumns} from reserve_free_thread(
        ${workspace}, ${thread}, ${taker}, ${ctx.actor.id}, ${made && json(made.row)}, ${tokenHash}, ${anchor},
        ${expectedAnchor !== undefined}, ${expectedAnchor ?? null})`)
    return row!
  } catch (error) {
    if (ctx.open || !isTransient(error)) throw error
    return { said: 'look' } as Row
  }
}
