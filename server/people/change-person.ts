import { eq } from 'drizzle-orm'
import { type ChangePerson, type Person } from '../../contract/people.ts'
import { people } from '../../db/schema/people.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Context, transaction } from '../context.ts'
import { announcePerson } from './announce-person.ts'
import { lockAmongAdmins } from './lock-person.ts'

/** Only what is given; a new role holds from the next request on, and open sockets are ended to come back with it. */
export function changePerson(ctx: Context, id: string, { name, role }: ChangePerson): Promise<Person> {
  return transaction(ctx, async (tx) => {
    const before = await lockAmongAdmins(tx, id, role ?? 'admin')
    const next = { name: name ?? before.name, role: role ?? before.role }
    if (next.name === before.name && next.role === before.role) return before
    await tx.db.update(people).set(next).where(eq(people.id, id))
    const person = await announcePerson(tx, id)
    await recordAudit(tx, {
      action: 'person.changed', target: { kind: 'person', id, name: before.name },
      before: { name: before.name, role: before.role }, after: next,
    })
    return person
  })
}
