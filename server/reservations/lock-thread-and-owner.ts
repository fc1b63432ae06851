import { sql } from 'drizzle-orm'
import { type Context, LookAgain } from '../context.ts'
import { type LockedSession, lockSessionRows } from '../sessions/lock-session.ts'
import { threadsOf } from './lock-held-threads.ts'
import { lockThread } from './lock-thread.ts'

export type ThreadAndOwner = {
  id: string
  /** Its session's row is locked, and so are the threads that it holds or waits for. Null: nobody owns the thread. */
  owner: LockedSession | null
  /** Somebody else became the owner while we waited; nothing of theirs is locked. */
  passed: boolean
}

const ownerOf = async (tx: Context, threadId: string) =>
  (await tx.db.execute<{ id: string }>(sql`select session_id as id from reservations where thread_id = ${threadId} and released_at is null`))[0]?.id ?? null

const concerning = (tx: Context, sessionId: string) =>
  tx.db.execute<{ id: string }>(sql`select thread_id as id from (${threadsOf(sessionId)}) t`)

/**
 * For who may have to end the owner of a thread: holds the thread and whatever else its owner holds, by name, then the
 * rows of the owner and of `others`, by id (GEN-11). The thread's row is made if need be.
 */
export async function lockThreadAndOwner(tx: Context, workspace: string, name: string, others: string[] = []): Promise<ThreadAndOwner> {
  const [known] = await tx.db.execute<{ id: string }>(sql`select id from threads where workspace = ${workspace} and name = ${name}`)
  const ownerId = known ? await ownerOf(tx, known.id) : null
  const held = ownerId === null ? [] : await concerning(tx, ownerId)
  const locked = known
    ? await tx.db.execute<{ id: string }>(sql`
        select id from threads where id in ${[known.id, ...held.map(({ id }) => id)]}
        order by workspace collate "C", name collate "C" for update`)
    : []
  const id = known?.id ?? (await lockThread(tx, workspace, name)).id

  const owner = await ownerOf(tx, id)
  const passed = owner !== null && owner !== ownerId
  const sessions = await lockSessionRows(tx, [...new Set([...others, ...(owner === null || passed ? [] : [owner])])])
  if (owner === null || passed) return { id, owner: null, passed }
  const now = await concerning(tx, owner)
  if (now.some((thread) => !locked.some((other) => other.id === thread.id))) throw new LookAgain()
  return { id, owner: sessions.find((session) => session.id === owner)!, passed }
}
