import { sql } from 'drizzle-orm'
import { type Context, transaction } from '../context.ts'

/** A server process that was not seen for a day does not come back under its id. */
export function forgetProcesses(ctx: Context): Promise<number> {
  return transaction(ctx, async (tx) => {
    const gone = await tx.db.execute(sql`delete from server_processes where seen_at < clock_timestamp() - interval '1 day' returning id`)
    return gone.length
  })
}
