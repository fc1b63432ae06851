import { sql } from 'drizzle-orm'
import { type Token, type TokenList } from '../../contract/tokens.ts'
import { type Context } from '../context.ts'
import { tokenBody } from './announce-token.ts'

export async function listTokens(ctx: Context): Promise<TokenList> {
  const rows = await ctx.db.execute<{ body: Token }>(sql`select ${tokenBody} as body from tokens t order by t.created_at desc, t.id`)
  return { items: rows.map(({ body }) => body) }
}
