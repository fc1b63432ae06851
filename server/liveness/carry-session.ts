import { sql } from 'drizzle-orm'
import { type Context, transaction } from '../context.ts'
import { announceThreadsOf } from '../reservations/announce-threads.ts'
import { lockActiveSession } from '../sessions/lock-session.ts'
import { announceConnections } from './announce-connections.ts'
import { beatSession } from './beat-session.ts'

export type Connection = { id: string; processId: string }

/** From now on this connection beats for the session; the one before it no longer counts (LIV-5). Gives the session's timeout. */
export async function carrySession(ctx: Context, sessionId: string, connection: Connection): Promise<number> {
  const timeoutMs = await transaction(ctx, async (tx) => {
    await lockActiveSession(tx, sessionId)
    await beatSession(tx, sessionId)
    const [carried] = await tx.db.execute<{ timeoutMs: number }>(sql`
      update session_beats set connection_id = ${connection.id}, connection_process = ${connection.processId}
      where session_id = ${sessionId} returning timeout_ms as "timeoutMs"`)
    await announceConnections(tx, [sessionId])
    return carried!.timeoutMs
  })
  await announceThreadsOf(ctx, [sessionId])
  return timeoutMs
}
