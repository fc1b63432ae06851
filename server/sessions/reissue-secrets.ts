import { sql } from 'drizzle-orm'
import { type RegisteredSession } from '../../contract/sessions.ts'
import { type Context } from '../context.ts'
import { renewToken } from '../reservations/renew-token.ts'
import { withHeldThreads } from '../reservations/lock-held-threads.ts'
import { hashSecret, makeSecret, sessionPrefix } from '../tokens/secret.ts'
import { announceSession } from './announce-session.ts'
import { lockActiveSession } from './lock-session.ts'

/** For a registration that is sent again: the same session, with new secrets in place of the old ones (GEN-5, RSV-7). */
export async function reissueSecrets(tx: Context, { session: { id }, reservation: held }: Omit<RegisteredSession, 'secret'>): Promise<RegisteredSession> {
  await withHeldThreads(tx, id, () => lockActiveSession(tx, id))
  const secret = sessionPrefix + makeSecret()
  await tx.db.execute(sql`update sessions set secret_hash = ${hashSecret(secret)}, version = version + 1 where id = ${id}`)
  const token = held && (await renewToken(tx, { sessionId: id, ...held }))
  // Announced, so that sockets that came with the old secret end.
  return { session: await announceSession(tx, id), reservation: token ? { ...held, token } : null, secret }
}
