import { type Client } from '../db/client.ts'

/** As if this much time had gone by since the session was abandoned: all that its end wrote is so much older. */
export async function abandonedAgo(client: Client, id: string, ms: number): Promise<void> {
  await client`
    with earlier as (select ${ms} * interval '1 ms' as by),
    freed as (
      update reservations r set released_at = released_at - by, undo_until = undo_until - by from earlier
      where session_id = ${id} and released_at = (select completed_at from sessions where id = ${id})),
    beaten as (update session_beats set last_beat_at = last_beat_at - by from earlier where session_id = ${id})
    update sessions set completed_at = completed_at - by, undo_until = undo_until - by from earlier where id = ${id}`
}
