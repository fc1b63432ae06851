import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'
import { makeReservationToken } from './reservation-token.ts'

type Held = { sessionId: string; workspace: string; thread: string; generation: number }

/** A new token for a reservation that the session still holds; the old one is void. null: it no longer does. */
export async function renewToken(tx: Context, { sessionId, workspace, thread, generation }: Held): Promise<string | null> {
  const { token, tokenHash } = makeReservationToken()
  const [renewed] = await tx.db.execute(sql`
    update reservations r set token_hash = ${tokenHash} from threads t
    where t.id = r.thread_id and t.workspace = ${workspace} and t.name = ${thread}
      and r.session_id = ${sessionId} and r.generation = ${generation} and r.released_at is null
    returning r.id`)
  return renewed ? token : null
}
