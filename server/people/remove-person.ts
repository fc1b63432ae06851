import { sql } from 'drizzle-orm'
import { recordAudit } from '../audit/record-audit.ts'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context, transaction } from '../context.ts'
import { lockAmongAdmins } from './lock-person.ts'

/** With their sign-ins, password and links. What they did keeps their name. */
export function removePerson(ctx: Context, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const { name, email, role } = await lockAmongAdmins(tx, id, null)
    await recordChanges(
      tx,
      'person',
      sql`select id, version + 1, null, null::json from gone`,
      sql`with gone as (delete from people where id = ${id} returning id, version)`,
    )
    await recordAudit(tx, { action: 'person.removed', target: { kind: 'person', id, name }, before: { name, email, role } })
  })
}
