import { sql } from 'drizzle-orm'
import { type Me } from '../../contract/people.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Context, transaction } from '../context.ts'
import { addressKey } from './address-key.ts'
import { announcePerson } from './announce-person.ts'
import { type Door } from './door.ts'

/**
 * However somebody came in: when they last did, and who they are now. Before they are given their cookie, so that nobody
 * is in without a line in the trail.
 */
export function noteSignIn(ctx: Context, personId: string, how: string, { request }: Pick<Door, 'request'>): Promise<Me> {
  return transaction(ctx, async (tx) => {
    await tx.db.execute(sql`update people set last_sign_in_at = clock_timestamp() where id = ${personId}`)
    const { id, name, email, role } = await announcePerson(tx, personId)
    await recordAudit(tx, {
      action: 'person.signed_in', target: { kind: 'person', id, name }, actor: { kind: 'person', id, name },
      after: { with: how, address: addressKey(request.address) },
    })
    return { kind: 'person', id, name, email, role, workspace: null }
  })
}
