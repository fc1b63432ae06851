import { and, eq, isNull, sql } from 'drizzle-orm'
import { signInLinks } from '../../db/schema/people.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { actorLabel, transaction, type Context } from '../context.ts'
import { hashSecret, makeSecret } from '../tokens/secret.ts'
import { lockPerson, personNotFound } from './lock-person.ts'

export type MadeLink = { token: string; expiresAt: string }

/** Behind the #, which no browser sends: the token reaches no log, no proxy and no Referer. */
export const linkUrl = (baseUrl: string, token: string) => `${baseUrl.replace(/\/+$/, '')}/sign-in/link#${token}`

/** The person's row is the lock, so of two new links only the later one stays open. */
export async function makeSignInLink(ctx: Context, { personId }: { personId: string }): Promise<MadeLink> {
  const token = makeSecret()
  return transaction(ctx, async (tx) => {
    const person = await lockPerson(tx, personId)
    if (!person) throw personNotFound(personId)
    await tx.db
      .update(signInLinks)
      .set({ voidedAt: sql`clock_timestamp()` })
      .where(and(eq(signInLinks.personId, personId), isNull(signInLinks.spentAt), isNull(signInLinks.voidedAt)))
    const [made] = await tx.db
      .insert(signInLinks)
      .values({ personId, hash: hashSecret(token), createdBy: actorLabel(tx.actor), expiresAt: sql`clock_timestamp() + interval '24 hours'` })
      .returning({ expiresAt: sql<string>`to_jsonb(${signInLinks.expiresAt}) #>> '{}'` })
    const { expiresAt } = made!
    await recordAudit(tx, { action: 'sign_in_link.made', target: { kind: 'person', id: personId, name: person.name }, after: { expiresAt } })
    return { token, expiresAt }
  })
}
