import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type Token } from '../../contract/tokens.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Context, transaction } from '../context.ts'
import { announceToken, tokenBody } from './announce-token.ts'

/** Whoever asks after this commit is refused, through any process; open sockets end when their process reads the change. */
export function revokeToken(ctx: Context, id: string): Promise<Token> {
  return transaction(ctx, async (tx) => {
    const [token] = await tx.db.execute<{ body: Token }>(sql`select ${tokenBody} as body from tokens t where id = ${id} for update`)
    if (!token) throw new DomainError('token_not_found', `There is no token ${id}.`, { id })
    if (token.body.revokedAt !== null) return token.body
    await tx.db.execute(sql`update tokens set revoked_at = clock_timestamp(), version = version + 1 where id = ${id}`)
    const revoked = await announceToken(tx, id)
    const { name, workspace, revokedAt } = revoked
    await recordAudit(tx, {
      action: 'token.revoked', target: { kind: 'token', id, name }, workspace, before: { revokedAt: null }, after: { revokedAt },
    })
    return revoked
  })
}
