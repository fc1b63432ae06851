import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'

/**
 * First in the lock order: of all who attach in a workspace one at a time looks and makes (SES-3). An advisory lock of the
 * transaction, because a workspace has no row; it goes with the transaction, behind PgBouncer too. Two names of one hash wait in vain.
 */
export async function lockAttach(tx: Context, workspace: string): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`attach ${workspace}`}, 0))`)
}
