import { eq, sql } from 'drizzle-orm'
import { type ReportProgress, type Session } from '../../contract/sessions.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { type Context, transaction } from '../context.ts'
import { announceSession } from './announce-session.ts'
import { lockActiveSession } from './lock-session.ts'
import { noteTimeline } from './note-timeline.ts'

export function reportProgress(ctx: Context, id: string, input: ReportProgress): Promise<Session> {
  return transaction(ctx, async (tx) => {
    await lockActiveSession(tx, id)
    const [before] = await tx.db
      .update(sessions)
      .set({ ...input, lastProgressAt: sql`clock_timestamp()`, version: sql`version + 1` })
      .where(eq(sessions.id, id))
      // What stood there before: a subselect reads the statement's snapshot, which the lock came before.
      .returning({ waitingFor: sql<string | null>`(select o.waiting_for from sessions o where o.id = sessions.id)` })
    await noteWaiting(tx, id, before!.waitingFor, input.waitingFor)
    return announceSession(tx, id)
  })
}

async function noteWaiting(tx: Context, sessionId: string, was: string | null, is: string | null | undefined) {
  if (is === undefined || is === was) return
  await noteTimeline(tx, [is === null ? { sessionId, kind: 'resumed', subject: was } : { sessionId, kind: 'waiting', subject: is }])
}
