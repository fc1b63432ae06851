import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'

/** A beat that comes after this touches no row and is told that the session ended (LIV-13). */
export async function closeBeats(tx: Context, sessionId: string): Promise<void> {
  await tx.db.execute(sql`update session_beats set open = false where session_id = ${sessionId}`)
}
