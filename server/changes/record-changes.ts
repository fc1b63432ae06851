import { sql, type SQL } from 'drizzle-orm'
import { type ChangeTopic } from '../../contract/realtime.ts'
import { type Context } from '../context.ts'

/**
 * Writes change rows in the transaction that made the change (GEN-3). `rows` is a select of entity, version, workspace,
 * body; `before` may hold the CTEs it reads from. Gives the bodies back, so that a verb answers what browsers are told.
 */
export async function recordChanges<Body>(
  tx: Context,
  topic: ChangeTopic,
  rows: SQL,
  before: SQL = sql``,
): Promise<Body[]> {
  const written = await tx.db.execute<{ body: Body }>(sql`
    ${before} insert into changes (topic, entity, version, workspace, body) select ${topic}::text, * from (${rows}) r returning body`)
  return written.map((row) => row.body)
}
