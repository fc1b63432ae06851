import { sql, type SQL } from 'drizzle-orm'
import { type Reaped } from '../../contract/liveness.ts'
import { type Context, transaction } from '../context.ts'
import { withHeldThreads } from '../reservations/lock-held-threads.ts'
import { endLockedSession } from '../sessions/end-locked-session.ts'
import { lockIfThere } from '../sessions/lock-session.ts'
import { withinReach } from '../sessions/visible.ts'
import { type Judged, judgeLocked } from './judge-locked.ts'

type Which = {
  /** A condition on `session_judged j`, to find them; what it says of time is judged again under the lock, by `still`. */
  where: SQL
  still?: (judged: Judged) => boolean
  reason: (judged: Judged) => string
}
const page = 200

/** Abandons the dead, each in a transaction of its own, in the order of locks: several processes may do so at once (LIV-8). */
export async function abandonDead(ctx: Context, which: Which): Promise<Reaped> {
  const done: Reaped = { abandoned: 0, heldBack: 0 }
  for (let after = '', dead: string[]; (dead = await nextDead(ctx, after, which.where)).length > 0; after = dead.at(-1)!)
    for (const id of dead) {
      const fate = await abandonIfDead(ctx, id, which)
      if (fate) done[fate] += 1
    }
  return done
}

async function nextDead(ctx: Context, after: string, where: SQL): Promise<string[]> {
  const dead = await ctx.db.execute<{ id: string }>(sql`
    select j.id from session_judged j
    where j.status = 'active' and j.verdict = 'dead' and j.id collate "C" > ${after} and ${where}
      and ${withinReach(ctx, { id: sql`j.id`, workspace: sql`j.workspace` })}
    order by j.id collate "C" limit ${page}`)
  return dead.map(({ id }) => id)
}

/** Holds all that is its, judges again, and abandons it if it is still dead and nothing holds that back. null: it is not dead any more. */
function abandonIfDead(ctx: Context, id: string, { still = () => true, reason }: Which): Promise<keyof Reaped | null> {
  return transaction(ctx, async (tx) => {
    const session = await withHeldThreads(tx, id, () => lockIfThere(tx, id))
    if (session?.status !== 'active') return null
    const judged = await judgeLocked(tx, id)
    if (judged.verdict !== 'dead' || !still(judged)) return null
    if (!judged.abandonable) return 'heldBack'
    await endLockedSession(tx, session, { status: 'abandoned', reason: reason(judged) })
    return 'abandoned'
  })
}
