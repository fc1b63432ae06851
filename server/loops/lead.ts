import { sql } from 'drizzle-orm'
import { type Db } from '../../db/client.ts'

const leaseMs = 5_000

/** Takes or renews the lead of the loops: a row lease with a term that grows when the lead changes hands. */
export async function lead(db: Db, holder: string): Promise<boolean> {
  const [leader] = await db.execute(sql`
    insert into leaders as l (name, holder, term, expires_at)
    values ('loops', ${holder}, 1, clock_timestamp() + ${leaseMs} * interval '1 ms')
    on conflict (name) do update set
      holder = excluded.holder,
      term = l.term + (l.holder <> excluded.holder)::int,
      expires_at = clock_timestamp() + ${leaseMs} * interval '1 ms'
    where l.holder = excluded.holder or l.expires_at < clock_timestamp()
    returning term`)
  return leader !== undefined
}

export async function resign(db: Db, holder: string): Promise<void> {
  await db.execute(sql`update leaders set expires_at = clock_timestamp() where name = 'loops' and holder = ${holder}`)
}
