import { sql } from 'drizzle-orm'
import { type Context, transaction } from '../context.ts'
import { announceThreads } from './announce-threads.ts'

/** Lets go of threads that were held back for who might take an abandonment back (OPS-6). Gives how many. */
export function endWindows(ctx: Context, batch: number): Promise<number> {
  return transaction(ctx, async (tx) => {
    const over = await tx.db.execute<{ id: string }>(sql`
      select id from threads where id in (select thread_id from reservations where undo_until <= clock_timestamp())
      order by workspace collate "C", name collate "C" limit ${batch} for update skip locked`)
    if (over.length === 0) return 0
    const freed = await tx.db.execute<{ id: string }>(sql`
      update reservations set undo_until = null where undo_until <= clock_timestamp() and thread_id in ${over.map(({ id }) => id)}
      returning thread_id as id`)
    await announceThreads(tx, freed.map(({ id }) => id))
    return freed.length
  })
}
