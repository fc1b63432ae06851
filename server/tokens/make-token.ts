import { sql } from 'drizzle-orm'
import { type MadeToken, type MakeToken } from '../../contract/tokens.ts'
import { tokens } from '../../db/schema/tokens.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { actorLabel, type Context, transaction } from '../context.ts'
import { announceToken } from './announce-token.ts'
import { hashSecret, makeSecret, tokenPrefix } from './secret.ts'

/** The secret leaves here once; only its hash is kept. */
export function makeToken(ctx: Context, { expiresInMs, ...input }: MakeToken): Promise<MadeToken> {
  const secret = tokenPrefix + makeSecret()
  const expiresAt = expiresInMs === undefined ? null : sql`clock_timestamp() + ${expiresInMs}::float8 * interval '1 ms'`
  return transaction(ctx, async (tx) => {
    const [made] = await tx.db
      .insert(tokens)
      .values({ ...input, hash: hashSecret(secret), createdBy: actorLabel(tx.actor), expiresAt })
      .returning({ id: tokens.id })
    const token = await announceToken(tx, made!.id)
    const { id, name, role, workspace, hostId, expiresAt: ends } = token
    await recordAudit(tx, {
      action: 'token.made', target: { kind: 'token', id, name }, workspace,
      after: { name, role, workspace, hostId, expiresAt: ends },
    })
    return { token, secret }
  })
}
