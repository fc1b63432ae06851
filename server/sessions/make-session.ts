import { sql } from 'drizzle-orm'
import { type RegisteredSession, type RegisterSession } from '../../contract/sessions.ts'
import { sessionBeats, sessions } from '../../db/schema/sessions.ts'
import { actorLabel, type Context, LookAgain } from '../context.ts'
import { announceThreads } from '../reservations/announce-threads.ts'
import { holdThread } from '../reservations/hold-thread.ts'
import { lockThread } from '../reservations/lock-thread.ts'
import { hashSecret, makeSecret, sessionPrefix } from '../tokens/secret.ts'
import { announceSession } from './announce-session.ts'
import { noteTimeline } from './note-timeline.ts'

/**
 * The one way in which a session comes to be, whoever asks. Without a thread it gets and holds its own (SES-2). An id that
 * is taken is tried again as another one, in a transaction that knows nothing of the first.
 */
export async function makeSession(tx: Context, id: string, input: RegisterSession & { workspace: string }): Promise<RegisteredSession> {
  const { workspace, thread = `agent/${id}`, beats, timeoutMs, stallMs, name = id, ...described } = input
  const locked = await lockThread(tx, workspace, thread)
  const own = input.thread === undefined
  if (own && locked.owned) throw new LookAgain()

  const secret = sessionPrefix + makeSecret()
  const clock = sql<string>`clock_timestamp()`
  const made = await tx.db
    .insert(sessions)
    .values({
      ...described,
      id,
      name,
      workspace,
      thread,
      threadId: locked.id,
      stallMs,
      startedAt: clock,
      lastProgressAt: clock,
      registeredBy: actorLabel(tx.actor),
      ownerId: tx.actor.kind === 'token' ? tx.actor.id : null,
      secretHash: hashSecret(secret),
    })
    .onConflictDoNothing()
    .returning({ id: sessions.id })
  if (made.length === 0) throw new LookAgain()

  await tx.db.insert(sessionBeats).values({ sessionId: id, beats, timeoutMs, lastBeatAt: beats ? clock : null })
  const reservation = own ? await holdThread(tx, locked, { id, name }) : null
  await noteTimeline(tx, [{ sessionId: id, kind: 'registered', subject: thread }])
  const session = await announceSession(tx, id)
  if (own) await announceThreads(tx, [locked.id])
  return { session, reservation: reservation && { workspace, thread, ...reservation }, secret }
}
