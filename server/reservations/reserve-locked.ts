import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type Reserved, type Thread } from '../../contract/threads.ts'
import { json } from '../../db/json.ts'
import { actorLabel, type Context } from '../context.ts'
import { type Judged, judgeLocked } from '../liveness/judge-locked.ts'
import { endLockedSession } from '../sessions/end-locked-session.ts'
import { type LockedSession, lockActiveSession, sessionNotFound } from '../sessions/lock-session.ts'
import { viewSession } from '../sessions/view-session.ts'
import { type Asked, reserved, type Taken, takenColumns } from './ask.ts'
import { liveOwner } from './live-owner.ts'
import { lockThreadAndOwner } from './lock-thread-and-owner.ts'
import { serveLine } from './serve-line.ts'
import { viewThread } from './view-thread.ts'

/** A reservation when something stands in the way: the thread's row, then its owner's, then judge again (RSV-2, LIV-13). */
export async function reserveLocked(tx: Context, asked: Asked): Promise<Reserved> {
  const workspace = asked.workspace ?? (await workspaceOf(tx, asked.taker))
  const { id, owner, passed } = await lockThreadAndOwner(tx, workspace, asked.thread, asked.made ? [] : [asked.taker])
  if (!asked.made) refuseElsewhere(await lockActiveSession(tx, asked.taker), workspace)
  if (owner?.id === asked.taker) return reserveAgain(tx, id, asked)
  if (owner && !passed) {
    const judged = await judgeLocked(tx, owner.id)
    if (judged.abandonable) await endLockedSession(tx, owner, { status: 'abandoned', reason: whyAbandoned(tx, asked.thread, judged) })
  }
  const thread = await viewThread(tx, id)
  if (thread.owner) return liveOwner(thread, thread.owner)
  // Who came first goes first (RSV-9).
  if (await serveLine(tx, id)) return toldOfNext(tx, id)
  refuseDrift(thread, asked)
  return reserved(asked, await takeThread(tx, id, asked))
}

export async function takeThread(tx: Context, id: string, { taker, made, tokenHash, anchor }: Pick<Asked, 'taker' | 'made' | 'tokenHash' | 'anchor'>): Promise<Taken> {
  const [taken] = await tx.db.execute<Taken>(sql`
    select ${takenColumns} from take_thread(${id}, ${taker}, ${made && json(made.row)}, ${tokenHash}, ${anchor})`)
  return taken!
}

export async function workspaceOf(tx: Context, sessionId: string): Promise<string> {
  const [session] = await tx.db.execute<{ workspace: string }>(sql`select workspace from sessions where id = ${sessionId}`)
  if (!session) throw sessionNotFound(sessionId)
  return session.workspace
}

export function refuseElsewhere({ id, workspace }: LockedSession, asked: string) {
  if (workspace === asked) return
  throw new DomainError('wrong_workspace', `Session ${id} works in ${workspace} and can own no thread of ${asked}.`, { workspace })
}

/** RSV-7: it gets what it has, with a new token. */
async function reserveAgain(tx: Context, threadId: string, { taker, token, tokenHash }: Asked): Promise<Reserved> {
  const [held] = await tx.db.execute<{ id: string; generation: number; anchor: string | null; reservedAt: string }>(sql`
    update reservations set token_hash = ${tokenHash} where thread_id = ${threadId} and session_id = ${taker} and released_at is null
    returning id, generation::float8 as generation, anchor, to_jsonb(reserved_at) as "reservedAt"`)
  const { workspace, name } = await viewThread(tx, threadId)
  return {
    outcome: 'reserved',
    reservation: { ...held!, threadId, workspace, thread: name, token },
    session: await viewSession(tx, taker),
    secret: null,
    again: true,
  }
}

async function toldOfNext(tx: Context, threadId: string): Promise<Reserved> {
  const thread = await viewThread(tx, threadId)
  return liveOwner(thread, thread.owner!)
}

const whyAbandoned = ({ actor }: Context, thread: string, { reason, since }: Judged) =>
  `dead (${reason.replaceAll('_', ' ')}${since === null ? '' : ` since ${since}`}) when ${actorLabel(actor)} reserved ${thread}`

export const anchorDrift = ({ workspace, name, anchor }: Pick<Thread, 'workspace' | 'name' | 'anchor'>, expected: string | null) =>
  new DomainError(
    'anchor_drift',
    `${name} stands at ${anchor ?? 'no anchor'}, and ${expected ?? 'no anchor'} was expected.`,
    { workspace, thread: name, anchor, expectedAnchor: expected },
  )

function refuseDrift(thread: Thread, { expectedAnchor }: Asked) {
  if (expectedAnchor !== undefined && expectedAnchor !== thread.anchor) throw anchorDrift(thread, expectedAnchor)
}
