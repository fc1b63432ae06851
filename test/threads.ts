import { createHash, randomUUID } from 'node:crypto'
import { type Thread } from '../contract/threads.ts'
import { type Client } from '../db/client.ts'
import { type Context } from '../server/context.ts'
import { sql } from 'drizzle-orm'

type Owner = { id: string; name: string }
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** One more thread that a session owns, as if it had reserved it, with the token that it was given. */
export async function ownThread(client: Client, { id, name }: Owner, thread: string, workspace = 'default') {
  const token = randomUUID()
  const [made] = await client<{ id: string; generation: number }[]>`
    with t as (
      insert into threads (workspace, name, generation, reserved_at) values (${workspace}, ${thread}, 1, clock_timestamp())
      on conflict (workspace, name) do update set generation = threads.generation + 1, reserved_at = clock_timestamp() returning id, generation)
    insert into reservations (thread_id, session_id, session_name, generation, token_hash, reserved_at)
    select id, ${id}, ${name}, generation, ${hashOf(token)}, clock_timestamp() from t returning thread_id as id, generation::float8 as generation`
  return { ...made!, token }
}

/** A place at the end of a thread's line. */
export async function waitInLine(client: Client, threadId: string, { id, name }: Owner, { lapsed = false } = {}) {
  await client`
    insert into thread_waiters (thread_id, session_id, session_name, token_hash, waiting_since, lease_until)
    values (${threadId}, ${id}, ${name}, ${hashOf(randomUUID())}, clock_timestamp(),
      clock_timestamp() + ${lapsed ? -1 : 600} * interval '1 s')`
}

/** The thread as browsers would be told of it now. */
export async function threadNow(ctx: Context, id: string): Promise<Thread> {
  const [row] = await ctx.db.execute<{ body: Thread }>(sql`select to_json(v) as body from thread_view v where id = ${id}`)
  return row!.body
}
