import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { sql } from 'drizzle-orm'
import { credentials, people } from '../../db/schema/people.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { transaction, type Context } from '../context.ts'
import { announcePerson } from './announce-person.ts'
import { makeSignInLink } from './make-sign-in-link.ts'
import { setPassword } from './set-password.ts'

export type FirstAdmin =
  | { made: true; email: string; linkToken: string | null }
  /** `claimed` is false while nobody has chosen a password yet: their link may be lost. */
  | { made: false; claimed: boolean }

const lockKey = 0x61646d69 // "admi"

/** On a database without people: an admin, and a link to come in by unless a password is given. Else nothing. */
export async function makeFirstAdmin(ctx: Context, given: { email?: string; password?: string } = {}): Promise<FirstAdmin> {
  const passwordHash = given.password === undefined ? undefined : await hashPassword(given.password)
  return transaction(ctx, async (tx) => {
    // There is no row to lock yet: of processes that start together, one makes the admin and the others find it.
    await tx.db.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
    if ((await tx.db.$count(people)) > 0) return { made: false, claimed: (await tx.db.$count(credentials)) > 0 }
    const person = { id: randomUUID(), name: 'Admin', email: given.email?.toLowerCase() ?? 'admin@muster.local', role: 'admin' as const }
    await tx.db.insert(people).values(person)
    const { id, name, email, role } = person
    await recordAudit(tx, { action: 'person.invited', target: { kind: 'person', id, name }, reason: 'the first admin', after: { name, email, role } })
    if (passwordHash !== undefined) await setPassword(tx, person.id, passwordHash)
    const link = passwordHash === undefined ? await makeSignInLink(tx, { personId: person.id }) : null
    await announcePerson(tx, person.id)
    return { made: true, email: person.email, linkToken: link?.token ?? null }
  })
}
