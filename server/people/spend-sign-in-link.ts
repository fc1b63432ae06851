import { hashPassword } from 'better-auth/crypto'
import { and, eq, sql } from 'drizzle-orm'
import { type ChooseCredentials, type Me } from '../../contract/people.ts'
import { people, signInLinks, signIns } from '../../db/schema/people.ts'
import { sqlState } from '../../db/sql-state.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { transaction, type Context } from '../context.ts'
import { hashSecret } from '../tokens/secret.ts'
import { announcePerson } from './announce-person.ts'
import { authHeaders, type Answer, type Door } from './door.ts'
import { addressTaken } from './invite-person.ts'
import { lockPerson } from './lock-person.ts'
import { noteSignIn } from './note-sign-in.ts'
import { limitLinks, linkIsOpen, linkSpent } from './peek-sign-in-link.ts'
import { setPassword } from './set-password.ts'

/** Spends the link, sets what its holder chose and signs them in; whoever was signed in as this person before is out. */
export async function spendSignInLink(ctx: Context, input: ChooseCredentials, door: Door): Promise<Answer<Me>> {
  await limitLinks(ctx, door)
  // Before the transaction: hashing is slow on purpose, and an open transaction holds back the feed for everybody.
  const passwordHash = await hashPassword(input.password)
  const person = await transaction(ctx, async (tx) => {
    const { personId, before } = await spend(tx, input.token)
    await rename(tx, personId, input)
    await setPassword(tx, personId, passwordHash)
    await tx.db.delete(signIns).where(eq(signIns.userId, personId))
    const chosen = await announcePerson(tx, personId)
    const { id, name, email } = chosen
    await recordAudit(tx, {
      action: 'sign_in_link.spent', target: { kind: 'person', id, name }, actor: { kind: 'person', id, name },
      before, after: { name, email, password: 'set' },
    })
    return chosen
  })
  const body = { email: person.email, password: input.password }
  const { headers } = await door.auth.api.signInEmail({ body, headers: authHeaders(door), returnHeaders: true })
  return { answer: await noteSignIn(ctx, person.id, 'link', door), setCookies: headers.getSetCookie() }
}

/** The person's row is locked first, as by who makes a link; then, on the clock after that wait, one update decides. */
async function spend(ctx: Context, token: string) {
  const mine = eq(signInLinks.hash, hashSecret(token))
  const [link] = await ctx.db.select({ personId: signInLinks.personId }).from(signInLinks).where(mine)
  if (!link) throw linkSpent()
  const before = await lockPerson(ctx, link.personId)
  if (!before) throw linkSpent()
  const spent = await ctx.db
    .update(signInLinks)
    .set({ spentAt: sql`clock_timestamp()` })
    .where(and(mine, linkIsOpen))
    .returning({ id: signInLinks.id })
  if (spent.length === 0) throw linkSpent()
  return { personId: link.personId, before }
}

async function rename(ctx: Context, personId: string, { name, email }: ChooseCredentials) {
  try {
    await ctx.db
      .update(people)
      .set({ name, email, updatedAt: sql`clock_timestamp()` })
      .where(eq(people.id, personId))
  } catch (error) {
    if (sqlState(error) === '23505') throw addressTaken(error)
    throw error
  }
}
