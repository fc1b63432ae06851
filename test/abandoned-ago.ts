import { type Client } from '../db/client.ts'

/** As if this much time had gone by since the session was abandoned: all that its end wrote is so much older. */
export async function abandonedAgo(client: Client, id: string, ms: number): Promise<void> {
  await client.begin(async (tx) => {
    const [session] = await tx`select completed_at as at from sessions where id = ${id}`
    await tx`
      update reservations set released_at = released_at - ${ms} * interval '1 ms', undo_until = undo_until - ${ms} * interval '1 ms'
      where session_id = ${id} and released_at = ${session!.at as string}::timestamptz`
    await tx`update session_beats set last_beat_at = last_beat_at - ${ms} * interval '1 ms' where session_id = ${id}`
    await tx`
      update sessions set completed_at = completed_at - ${ms} * interval '1 ms', undo_until = undo_until - ${ms} * interval '1 ms'
      where id = ${id}`
  })
}
