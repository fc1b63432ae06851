import { type ISql } from 'postgres'
import { AdminError } from '../usage.ts'

/** Who else of Muster's is connected: a server that runs on would go on with what it remembers of the old data. */
export async function refuseWhileRunning(sql: ISql) {
  // Within a transaction Postgres shows the activity of its first look, unless told to forget it.
  await sql`select pg_stat_clear_snapshot()`
  const others = await sql<{ pid: number; client: string | null }[]>`
    select pid, host(client_addr) as client from pg_stat_activity
    where datname = current_database() and application_name like 'muster%' and pid <> pg_backend_pid()`
  if (others.length === 0) return
  const from = [...new Set(others.map(({ client }) => client ?? 'this machine'))].join(', ')
  throw new AdminError(
    `Another Muster works on this database (${others.length} connections from ${from}).`,
    'Stop every Muster on this database, then restore. Nothing was changed.',
  )
}
