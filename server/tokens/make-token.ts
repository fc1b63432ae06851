import { sql } from 'drizzle-orm'
import { tokens } from '../../db/schema/tokens.ts'
import { actorLabel, type Context } from '../context.ts'
import { hashSecret, makeSecret } from './secret.ts'
import { tokenPrefix } from './find-token.ts'

export type MakeToken = { name: string; expiresInMs?: number }
export type MadeToken = { id: string; name: string; expiresAt: string | null; token: string }

/** The token leaves here once; only its hash is kept. */
export async function makeToken(ctx: Context, { name, expiresInMs }: MakeToken): Promise<MadeToken> {
  const token = tokenPrefix + makeSecret()
  const expiresAt = expiresInMs === undefined ? null : sql`clock_timestamp() + ${expiresInMs}::float8 * interval '1 millisecond'`
  const [made] = await ctx.db
    .insert(tokens)
    .values({ name, hash: hashSecret(token), createdBy: actorLabel(ctx.actor), expiresAt })
    .returning({ id: tokens.id, name: tokens.name, expiresAt: tokens.expiresAt })
  return { ...made!, token }
}
