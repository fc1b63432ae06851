import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'

export type LockedThread = { id: string; owned: boolean }

/** Makes the thread's row if need be and holds it: first in the lock order after the workspace (GEN-11). */
export async function lockThread(tx: Context, workspace: string, name: string): Promise<LockedThread> {
  const [thread] = await tx.db.execute<{ id: string }>(sql`
    insert into threads (workspace, name) values (${workspace}, ${name})
    on conflict (workspace, name) do update set name = excluded.name
    returning id`)
  const [owner] = await tx.db.execute(sql`
    select from reservations where thread_id = ${thread!.id} and released_at is null`)
  return { id: thread!.id, owned: owner !== undefined }
}
