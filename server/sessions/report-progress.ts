import { type ReportProgress, type Session } from '../../contract/sessions.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { eq, sql } from 'drizzle-orm'
import { type Context, transaction } from '../context.ts'
import { announceSession } from './announce-session.ts'
import { lockActiveSession } from './lock-session.ts'

export function reportProgress(ctx: Context, id: string, input: ReportProgress): Promise<Session> {
  return transaction(ctx, async (tx) => {
    await lockActiveSession(tx, id)
    await tx.db
      .update(sessions)
      .set({ ...input, lastProgressAt: sql`clock_timestamp()`, version: sql`version + 1` })
      .where(eq(sessions.id, id))
    return announceSession(tx, id)
  })
}
