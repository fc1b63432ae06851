import { eq, sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { defaultStallMs, defaultTimeoutMs, maxLabels, type Session, type UpdateSession } from '../../contract/sessions.ts'
import { json } from '../../db/json.ts'
import { sessionBeats, sessions } from '../../db/schema/sessions.ts'
import { type Context, transaction } from '../context.ts'
import { announceSession } from './announce-session.ts'
import { lockActiveSession } from './lock-session.ts'
import { viewSession } from './view-session.ts'

/** Touches only the given fields; null clears one, or sets it back to its default (SES-11). */
export function updateSession(ctx: Context, id: string, input: UpdateSession): Promise<Session> {
  const { labels, timeoutMs, stallMs, attachPrecedence, ...plain } = input
  return transaction(ctx, async (tx) => {
    await lockActiveSession(tx, id)
    if (Object.values(input).every((value) => value === undefined)) return viewSession(tx, id)

    if (timeoutMs !== undefined)
      await tx.db.update(sessionBeats).set({ timeoutMs: timeoutMs ?? defaultTimeoutMs }).where(eq(sessionBeats.sessionId, id))
    await tx.db
      .update(sessions)
      .set({
        ...plain,
        ...(stallMs !== undefined && { stallMs: stallMs ?? defaultStallMs }),
        ...(attachPrecedence !== undefined && { attachPrecedence: attachPrecedence ?? [] }),
        ...(labels !== undefined && { labels: labels === null ? {} : sql`jsonb_strip_nulls(labels || ${json(labels)})` }),
        version: sql`version + 1`,
      })
      .where(eq(sessions.id, id))

    const session = await announceSession(tx, id)
    if (Object.keys(session.labels).length > maxLabels)
      throw new DomainError('invalid_input', `A session has at most ${maxLabels} labels.`, { field: 'labels' })
    return session
  })
}
