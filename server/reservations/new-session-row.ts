import { getTableColumns } from 'drizzle-orm'
import { type ReserveThread } from '../../contract/threads.ts'
import { sessionBeats, sessions } from '../../db/schema/sessions.ts'
import { actorLabel, type Actor } from '../context.ts'
import { generateSessionId } from '../sessions/generate-session-id.ts'
import { hashSecret, makeSecret, sessionPrefix } from '../tokens/secret.ts'

const columns = { ...getTableColumns(sessionBeats), ...getTableColumns(sessions) }

/** A session that is made when it gets its thread, and not before: its row by the names of the columns, for `make_session`. */
export function newSessionRow(actor: Actor, described: NonNullable<ReserveThread['session']>, id: string = generateSessionId()) {
  const secret = sessionPrefix + makeSecret()
  const values = {
    ...described,
    id,
    name: described.name ?? id,
    registeredBy: actorLabel(actor),
    ownerId: actor.kind === 'token' ? actor.id : null,
    secretHash: hashSecret(secret),
  }
  const named = Object.entries(values).map(([key, value]) => [columns[key as keyof typeof columns].name, value] as const)
  return { id, secret, row: Object.fromEntries(named) }
}
export type NewSession = ReturnType<typeof newSessionRow>
