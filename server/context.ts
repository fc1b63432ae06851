import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '../contract/errors.ts'
import { type Role } from '../contract/roles.ts'
import { type Db, type Tx } from '../db/client.ts'
import { sqlState } from '../db/sql-state.ts'
import { type MergedBeats } from './liveness/merge-beats.ts'

export type Actor = {
  kind: 'person' | 'token' | 'system'
  id: string
  name: string
  email?: string
  /** Null for the system itself, and for nobody. */
  role: Role | null
  /** Nothing outside this workspace exists for it; null: limited to none. */
  workspace: string | null
  /** For a host token: whose facts it may report. */
  hostId?: string
  /** Came with a session's own secret, so nothing but this session exists for it. */
  sessionId?: string
}

/** What runs by itself, or was typed at the server's own terminal: no role table stands before it. */
export const systemActor = (id: string, name: string): Actor => ({ kind: 'system', id, name, role: null, workspace: null })

export type Settings = {
  /** An ended session reads as not found from this long after its end (SES-10). */
  sessionRetentionMs: number
  /** A session that stayed dead for this long is abandoned by itself; null: never (LIV-7). */
  deadGraceMs: number | null
}

/** All that a verb may know of the world around it. */
export type Context = {
  db: Db | Tx
  actor: Actor
  settings: Settings
  /** Tells this process's feed tail, and the other processes, that something was committed. */
  hint: () => void
  /** Where the beats of a server process meet, to share statements. Without it each is a statement of its own. */
  beats?: MergedBeats
  /** Asked first in every transaction of a sweep, and throws when the lead was lost: who was slow must not act (LostLead). */
  fence?: (tx: Context) => Promise<void>
  /** Set inside a transaction: a verb that another calls joins it, and is tried again or rolled back with it. */
  open?: true
}

export const actorLabel = (actor: Actor) => `${actor.kind} ${actor.name}`

const retries = 3

/** One command, one transaction (GEN-2). Deadlocks and serialisation failures are tried again before they show (GEN-11). */
export async function transaction<Result>(ctx: Context, work: (tx: Context) => Promise<Result>): Promise<Result> {
  if (ctx.open) return work(ctx)
  for (let attempt = 0; ; attempt++) {
    try {
      const result = await ctx.db.transaction(async (db) => {
        const tx: Context = { ...ctx, db, open: true }
        await ctx.fence?.(tx)
        return work(tx)
      })
      ctx.hint()
      return result
    } catch (error) {
      if (!isTransient(error)) throw error
      if (attempt === retries)
        throw new DomainError('try_again', 'Too many others wrote the same rows at this moment.', {}, { cause: error })
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** Thrown when what a verb was to lock or make is not what it was when it looked: roll back, look again. */
export class LookAgain extends Error {}

/** Worth another try of the same: a deadlock, a serialisation failure, or `LookAgain`. */
export const isTransient = (error: unknown) => error instanceof LookAgain || ['40P01', '40001'].includes(sqlState(error) ?? '')
