import { sql } from 'drizzle-orm'
import { type AttachedSession, type AttachSession, RegisterSession, type Session } from '../../contract/sessions.ts'
import { type Context, transaction } from '../context.ts'
import { beatSession } from '../liveness/beat-session.ts'
import { type Search, searchSession, type Sought, type Tried } from './attach-rules.ts'
import { attachTrail, sayTried } from './attach-trail.ts'
import { chooseWorkspace } from './choose-workspace.ts'
import { generateSessionId } from './generate-session-id.ts'
import { lockActiveSession, sessionNotFound } from './lock-session.ts'
import { lockAttach } from './lock-attach.ts'
import { makeSession } from './make-session.ts'
import { noteTimeline } from './note-timeline.ts'
import { updateSession } from './update-session.ts'

const defaults = RegisterSession.parse({})

/** Find or create under one lock: the active session that this agent is, by the first rule that hits, else a new one (SES-3). */
export async function attachSession(ctx: Context, input: AttachSession): Promise<AttachedSession> {
  const { sessionId, ...said } = input
  const sought = { ...said, workspace: chooseWorkspace(ctx, said.workspace) }
  return transaction(ctx, async (tx) => {
    await lockAttach(tx, sought.workspace)
    const { found, tried } = sessionId === undefined ? await searchSession(tx, sought) : await findNamed(tx, sessionId, sought)
    const trail = attachTrail(tried)
    if (found !== null) return { session: await rejoin(tx, found, sought, tried), created: false, reservation: null, secret: null }
    return { ...(await makeSession(tx, generateSessionId(), { ...defaults, ...sought, ...trail })), created: true }
  })
}

/** An id is a claim, not a hint: unknown, ended, of another owner or another workspace, and nothing is made. */
async function findNamed(tx: Context, sessionId: string, { workspace }: Sought): Promise<Search> {
  const { id, workspace: its } = await lockActiveSession(tx, sessionId)
  if (its !== workspace) throw sessionNotFound(id)
  return { found: id, tried: [{ rule: 'session_id', value: id, outcome: 'matched' }] }
}

/** The session goes on as the one it was: only what is given changes, and its thread never. It is a beat, where it beats. */
async function rejoin(tx: Context, id: string, sought: Sought, tried: Tried[]): Promise<Session> {
  const { workspace: _workspace, thread: _thread, beats: said, ...given } = sought
  const [promise] = await tx.db.execute<{ beats: boolean }>(sql`select beats from session_beats where session_id = ${id}`)
  const beats = said ?? promise!.beats
  if (beats !== promise!.beats) await tx.db.execute(sql`update session_beats set beats = ${beats} where session_id = ${id}`)
  if (beats) await beatSession(tx, id)
  await noteTimeline(tx, [{ sessionId: id, kind: 'attached', subject: sayTried(tried.at(-1)!) }])
  return updateSession(tx, id, { ...given, ...attachTrail(tried) })
}
