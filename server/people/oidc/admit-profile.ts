import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type PersonRole } from '../../../contract/roles.ts'
import { credentials, people } from '../../../db/schema/people.ts'
import { sqlState } from '../../../db/sql-state.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { type Context, transaction } from '../../context.ts'
import { announcePerson } from '../announce-person.ts'
import { findPerson } from '../find-person.ts'
import { type Profile } from './read-profile.ts'
import { Refused } from './refused.ts'

export const oidcProviderId = 'oidc'

type Rules = { allowedDomains: string[]; defaultRole: PersonRole }

/** Whether somebody whom the provider vouches for may come in here. Who comes for the first time is made a person, if they may. */
export async function admitProfile(ctx: Context, { allowedDomains, defaultRole }: Rules, accountId: string, profile: Profile): Promise<void> {
  // An address that anybody could have typed there must not open somebody else's account here.
  if (!profile.emailVerified) throw new Refused('email_unverified')
  if (allowedDomains.length > 0 && !allowedDomains.includes(profile.email.split('@').at(-1)!)) throw new Refused('domain_not_allowed')
  const mine = and(eq(credentials.providerId, oidcProviderId), eq(credentials.accountId, accountId))
  const [linked] = await ctx.db.select({ id: credentials.id }).from(credentials).where(mine)
  if (linked || (await findPerson(ctx, { email: profile.email }))) return
  if (allowedDomains.length === 0) throw new Refused('person_unknown')
  await makePerson(ctx, { name: profile.name, email: profile.email, role: defaultRole })
}

async function makePerson(ctx: Context, person: { name: string; email: string; role: PersonRole }) {
  const id = randomUUID()
  try {
    await transaction(ctx, async (tx) => {
      await tx.db.insert(people).values({ id, ...person, emailVerified: true })
      await recordAudit(tx, { action: 'person.joined', target: { kind: 'person', id, name: person.name }, actor: { kind: 'person', id, name: person.name }, after: person })
      await announcePerson(tx, id)
    })
  } catch (error) {
    // Two tabs at once: the other one made the same person.
    if (sqlState(error) !== '23505') throw error
  }
}
