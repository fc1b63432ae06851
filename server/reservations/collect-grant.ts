import { sql } from 'drizzle-orm'
import { type HeldReservation, type Reserved } from '../../contract/threads.ts'
import { type Context, transaction } from '../context.ts'
import { viewSession } from '../sessions/view-session.ts'
import { type Asked } from './ask.ts'

/** Takes what a waiter was given. From here on its lease counts no more. null: it has been taken back, or taken over. */
export function collectGrant(ctx: Context, waiterId: string, { token, made, taker }: Asked): Promise<Reserved | null> {
  return transaction(ctx, async (tx) => {
    const [held] = await tx.db.execute<Omit<HeldReservation, 'token'>>(sql`
      with collected as (delete from thread_waiters where id = ${waiterId} and granted_reservation is not null returning granted_reservation)
      select r.id, t.id as "threadId", t.workspace, t.name as thread, r.generation::float8 as generation, r.anchor, to_jsonb(r.reserved_at) as "reservedAt"
      from collected join reservations r on r.id = collected.granted_reservation join threads t on t.id = r.thread_id
      where r.released_at is null`)
    if (!held) return null
    return { outcome: 'reserved', reservation: { ...held, token }, session: await viewSession(tx, taker), secret: made?.secret ?? null, again: false }
  })
}
