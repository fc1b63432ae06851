import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'
import { type LockedThread } from './lock-thread.ts'
import { makeReservationToken } from './reservation-token.ts'

/** Gives a locked, free thread to a session. The partial unique index stands behind it: never two owners. */
export async function holdThread(tx: Context, thread: LockedThread, owner: { id: string; name: string }) {
  const { token, tokenHash } = makeReservationToken()
  const [held] = await tx.db.execute<{ generation: number }>(sql`
    with next as (update threads set generation = generation + 1, reserved_at = clock_timestamp() where id = ${thread.id} returning id, generation)
    insert into reservations (thread_id, session_id, session_name, generation, token_hash, reserved_at)
    select id, ${owner.id}, ${owner.name}, generation, ${tokenHash}, clock_timestamp() from next
    returning generation::float8 as generation`)
  return { generation: held!.generation, token }
}
