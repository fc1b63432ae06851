import { sql } from 'drizzle-orm'
import { type Context, transaction } from '../context.ts'
import { announceThreads } from './announce-threads.ts'
import { leaveLine } from './take-back.ts'

/** Waiters whose server is gone: what they were given is taken back, and places that lapsed long ago are removed. Gives how many. */
export async function sweepLines(ctx: Context, batch = 100): Promise<number> {
  const granted = await ctx.db.execute<{ id: string }>(sql`
    select id from thread_waiters where granted_reservation is not null and lease_until < clock_timestamp() order by lease_until limit ${batch}`)
  for (const { id } of granted) await leaveLine(ctx, id)
  return granted.length + (await forgetLapsed(ctx, batch))
}

function forgetLapsed(ctx: Context, batch: number): Promise<number> {
  return transaction(ctx, async (tx) => {
    const threads = await tx.db.execute<{ id: string }>(sql`
      select id from threads where id in (
        select thread_id from thread_waiters where granted_reservation is null and lease_until < clock_timestamp() - interval '15 s' limit ${batch}
      ) order by workspace collate "C", name collate "C" for update`)
    if (threads.length === 0) return 0
    const ids = threads.map(({ id }) => id)
    const gone = await tx.db.execute(sql`
      delete from thread_waiters where thread_id in ${ids} and granted_reservation is null and lease_until < clock_timestamp() - interval '15 s' returning id`)
    await announceThreads(tx, ids)
    return gone.length
  })
}
