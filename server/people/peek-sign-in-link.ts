import { and, eq, isNull, sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { people, signInLinks } from '../../db/schema/people.ts'
import { type Context } from '../context.ts'
import { hashSecret } from '../tokens/secret.ts'
import { addressKey } from './address-key.ts'
import { countAttempt, linkRule, tooManyAttempts } from './count-attempt.ts'
import { type Door } from './door.ts'

export const linkSpent = () => new DomainError('link_spent', 'This sign-in link was used, replaced by a newer one, or is too old.')

export async function peekSignInLink(ctx: Context, { token }: { token: string }, door: Pick<Door, 'request'>) {
  await limitLinks(ctx, door)
  const [found] = await ctx.db
    .select({ name: people.name, email: people.email })
    .from(signInLinks)
    .innerJoin(people, eq(people.id, signInLinks.personId))
    .where(and(eq(signInLinks.hash, hashSecret(token)), linkIsOpen))
  if (!found) throw linkSpent()
  return found
}

export const linkIsOpen = and(
  isNull(signInLinks.spentAt),
  isNull(signInLinks.voidedAt),
  sql`${signInLinks.expiresAt} > clock_timestamp()`,
)

export async function limitLinks(ctx: Context, { request }: Pick<Door, 'request'>) {
  const { retryAfter } = await countAttempt(ctx, `${addressKey(request.address)}|/sign-in/link`, linkRule)
  if (retryAfter !== null) throw tooManyAttempts(retryAfter)
}
