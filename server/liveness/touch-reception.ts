import { sql } from 'drizzle-orm'
import { type Context } from '../context.ts'

/**
 * Says that this process is there and can take beats. A gap of more than five seconds, in which nobody said so, moves the
 * instant since which they could be taken (LIV-9). Both read the clock after their row's lock, again if they had to wait.
 */
export async function touchReception({ db }: Pick<Context, 'db'>, processId: string): Promise<{ breakerHolds: boolean }> {
  const [touched] = await db.execute<{ breakerHolds: boolean }>(sql`
    with present as (
      insert into server_processes (id, started_at, seen_at) values (${processId}, clock_timestamp(), clock_timestamp())
      on conflict (id) do update set seen_at = clock_timestamp()
    )
    update reception set since = received_since(since, touched_at, clock_timestamp()), touched_at = clock_timestamp()
    returning coalesce((select holds_until > clock_timestamp() from breaker), false) as "breakerHolds"`)
  return touched!
}
