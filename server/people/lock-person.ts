import { eq, sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type Person } from '../../contract/people.ts'
import { type PersonRole } from '../../contract/roles.ts'
import { people } from '../../db/schema/people.ts'
import { type Context } from '../context.ts'
import { notAllowed } from './admit.ts'
import { personBody } from './announce-person.ts'

/** The lock of all that hangs off a person: their links, password and sign-ins. */
export async function lockPerson(ctx: Context, personId: string): Promise<{ name: string; email: string } | null> {
  const [found] = await ctx.db.select({ name: people.name, email: people.email }).from(people).where(eq(people.id, personId)).for('update')
  return found ?? null
}

export const personNotFound = (id: string) => new DomainError('person_not_found', `There is no person ${id}.`, { id })

/**
 * For who changes or removes a person: holds their row and every admin's, in one order. So of two admins who take each
 * other's role, the second sees what the first did: there is always one left, and who no longer is one changes nothing.
 */
export async function lockAmongAdmins(tx: Context, id: string, becomes: PersonRole | null): Promise<Person> {
  const locked = await tx.db.execute<{ body: Person }>(sql`
    select ${personBody} as body from people p where p.role = 'admin' or p.id = ${id} order by p.id collate "C" for update`)
  const person = locked.find(({ body }) => body.id === id)?.body
  if (!person) throw personNotFound(id)
  const admins = locked.map(({ body }) => body).filter(({ role }) => role === 'admin')
  const lost = person.role === 'admin' && becomes !== 'admin'
  if (lost && admins.length === 1) throw new DomainError('last_admin', `${person.name} is the last admin.`, { id })
  if (tx.actor.kind === 'person' && !admins.some((admin) => admin.id === tx.actor.id)) throw notAllowed(null, ['admin'])
  return person
}
