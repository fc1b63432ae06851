import { sql } from 'drizzle-orm'
import { type SessionEnd } from '../../contract/sessions.ts'
import { actorLabel, type Context } from '../context.ts'
import { announceSession } from '../sessions/announce-session.ts'
import { noteTimeline } from '../sessions/note-timeline.ts'
import { announceThreads } from './announce-threads.ts'
import { serveLine } from './serve-line.ts'

type Held = { id: string; threadId: string; thread: string; sessionId: string }

/** Frees one thread of a session that goes on, and serves its line. Thread and session are locked. */
export async function releaseOne(tx: Context, { id, threadId, thread, sessionId }: Held, as: SessionEnd, reason: string | null): Promise<void> {
  await tx.db.execute(sql`
    update reservations set released_at = clock_timestamp(), released_as = ${as}, released_by = ${actorLabel(tx.actor)}, release_reason = ${reason}
    where id = ${id}`)
  await tx.db.execute(sql`update sessions set version = version + 1 where id = ${sessionId}`)
  await noteTimeline(tx, [{ sessionId, kind: 'released', subject: thread }])
  await announceSession(tx, sessionId)
  await announceThreads(tx, [threadId])
  await serveLine(tx, threadId)
}
