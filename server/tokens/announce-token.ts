import { sql, type SQL } from 'drizzle-orm'
import { type Token } from '../../contract/tokens.ts'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context } from '../context.ts'

/** The token as it is on the wire; its hash is not part of it. */
export const tokenBody: SQL = sql`json_build_object(
  'id', t.id, 'version', t.version, 'name', t.name, 'role', t.role, 'workspace', t.workspace, 'hostId', t.host_id,
  'createdBy', t.created_by, 'createdAt', t.created_at, 'expiresAt', t.expires_at, 'revokedAt', t.revoked_at)`

/** Tells the settings page, and every process that has a socket open for this token. */
export async function announceToken(tx: Context, id: string): Promise<Token> {
  const [token] = await recordChanges<Token>(tx, 'token', sql`select t.id::text, t.version, null, ${tokenBody} from tokens t where t.id = ${id}`)
  return token!
}
