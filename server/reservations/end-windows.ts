import { sql, type SQL } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type Context, transaction } from '../context.ts'
import { announceThreads } from './announce-threads.ts'
import { serveLine } from './serve-line.ts'

const over = (more: SQL) => sql`select thread_id from reservations r where undo_until <= clock_timestamp() and ${more}`
const hasLine = sql`exists (select from thread_waiters w where w.thread_id = r.thread_id)`

/** Lets go of threads that were held back for who might take an abandonment back, and serves their lines (OPS-6). Gives how many. */
export async function endWindows(ctx: Context, batch: number): Promise<number> {
  const freed = await letGo(ctx, over(sql`not ${hasLine}`), batch)
  const waitedFor = await ctx.db.execute<{ id: string }>(sql`select thread_id as id from (${over(hasLine)} limit ${batch}) o`)
  let served = 0
  // One by one: a line whose head is being written to is tried again in the next round, and holds up no other.
  for (const { id } of waitedFor) served += await letGo(ctx, sql`select ${id}::uuid`, 1).catch(untilNextRound)
  return freed + served
}

function letGo(ctx: Context, which: SQL, batch: number): Promise<number> {
  return transaction(ctx, async (tx) => {
    const locked = await tx.db.execute<{ id: string }>(sql`
      select id from threads where id in (${which}) order by workspace collate "C", name collate "C" limit ${batch} for update skip locked`)
    if (locked.length === 0) return 0
    const freed = await tx.db.execute<{ id: string; waited_for: boolean }>(sql`
      update reservations r set undo_until = null where undo_until <= clock_timestamp() and thread_id in ${locked.map(({ id }) => id)}
      returning thread_id as id, ${hasLine} as waited_for`)
    await announceThreads(tx, freed.map(({ id }) => id))
    for (const { id, waited_for: waitedFor } of freed) if (waitedFor) await serveLine(tx, id)
    return freed.length
  })
}

function untilNextRound(error: unknown): number {
  if (error instanceof DomainError && error.code === 'try_again') return 0
  throw error
}
