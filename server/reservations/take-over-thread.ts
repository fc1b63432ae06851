import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type TakeOverThread, type Thread } from '../../contract/threads.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Context, transaction } from '../context.ts'
import { endLockedSession } from '../sessions/end-locked-session.ts'
import { lockActiveSession } from '../sessions/lock-session.ts'
import { announceThreads } from './announce-threads.ts'
import { lockThreadAndOwner } from './lock-thread-and-owner.ts'
import { makeReservationToken } from './reservation-token.ts'
import { refuseElsewhere, takeThread } from './reserve-locked.ts'
import { serveLine } from './serve-line.ts'
import { threadNotFound, viewThread } from './view-thread.ts'

/**
 * An operator takes a thread from the owner that was seen, who is abandoned at once (RSV-11). Whoever is given it gets a
 * token by reserving again; without anybody given it goes to the head of the line, else to nobody.
 */
export function takeOverThread(ctx: Context, id: string, { generation, sessionId, reason }: TakeOverThread): Promise<Thread> {
  return transaction(ctx, async (tx) => {
    const [known] = await tx.db.execute<{ workspace: string; name: string }>(sql`
      select workspace, name from threads where id = ${id} and ${ctx.actor.workspace === null ? sql`true` : sql`workspace = ${ctx.actor.workspace}`}`)
    if (!known) throw threadNotFound(id)
    const { workspace, name } = known
    const { owner, passed } = await lockThreadAndOwner(tx, workspace, name, sessionId === undefined ? [] : [sessionId])
    const before = await viewThread(tx, id)
    if (passed || before.generation !== generation) throw moved(before, generation)
    if (sessionId !== undefined) refuseElsewhere(await lockActiveSession(tx, sessionId), workspace)
    if (owner !== null && owner.id === sessionId) return before

    if (owner) await endLockedSession(tx, owner, { status: 'abandoned', reason, givenOn: id })
    // An abandonment that could still be undone is final by this, as far as the thread goes.
    await tx.db.execute(sql`update reservations set undo_until = null where thread_id = ${id} and undo_until is not null`)
    if (sessionId !== undefined) await takeThread(tx, id, { taker: sessionId, made: null, anchor: null, ...makeReservationToken() })
    else if (!(await serveLine(tx, id))) await announceThreads(tx, [id])

    const after = await viewThread(tx, id)
    await recordAudit(tx, {
      action: 'thread.taken_over', target: { kind: 'thread', id, name }, workspace, reason, before: facts(before), after: facts(after),
    })
    return after
  })
}

const facts = ({ generation, owner }: Thread) => ({ generation, owner: owner && { id: owner.sessionId, name: owner.name } })

const moved = ({ id, name, generation, owner }: Thread, seen: number) =>
  new DomainError('stale_generation', `${name} is at generation ${generation} by now, and ${seen} was seen.`, { id, generation, seen, owner })
