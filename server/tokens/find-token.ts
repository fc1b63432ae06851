import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { tokens } from '../../db/schema/tokens.ts'
import { type Actor, type Context } from '../context.ts'
import { hashSecret } from './secret.ts'

export const tokenPrefix = 'mst_'

/** Whom a bearer token stands for; null when it is unknown, expired or revoked. */
export async function findToken(ctx: Pick<Context, 'db'>, token: string): Promise<Actor | null> {
  if (!token.startsWith(tokenPrefix)) return null
  const [found] = await ctx.db
    .select({ id: tokens.id, name: tokens.name })
    .from(tokens)
    .where(
      and(
        eq(tokens.hash, hashSecret(token)),
        isNull(tokens.revokedAt),
        or(isNull(tokens.expiresAt), sql`${tokens.expiresAt} > clock_timestamp()`),
      ),
    )
  return found ? { kind: 'token', ...found } : null
}
