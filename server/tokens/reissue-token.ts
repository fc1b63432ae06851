import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type MadeToken } from '../../contract/tokens.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Context } from '../context.ts'
import { announceToken } from './announce-token.ts'
import { hashSecret, makeSecret, tokenPrefix } from './secret.ts'

/** For a token that is asked for again under the same key: the same token, a new secret, the old one void (GEN-5). */
export async function reissueToken(tx: Context, { token: { id } }: MadeToken): Promise<MadeToken> {
  const secret = tokenPrefix + makeSecret()
  const [renewed] = await tx.db.execute(sql`
    update tokens set hash = ${hashSecret(secret)}, version = version + 1 where id = ${id} and revoked_at is null returning id`)
  if (!renewed) throw new DomainError('token_not_found', 'The token that this key made was revoked.', { id })
  const token = await announceToken(tx, id)
  const { name, workspace } = token
  await recordAudit(tx, { action: 'token.reissued', target: { kind: 'token', id, name }, workspace, reason: 'asked for again under the same key' })
  return { token, secret }
}
