import { sql } from 'drizzle-orm'
import { type Db } from '../../db/client.ts'
import { type Context } from '../context.ts'

const leaseMs = 5_000

/** Takes or renews the lead of the loops: a row lease with a term that grows when the lead changes hands. null: another leads. */
export async function lead(db: Db, holder: string): Promise<number | null> {
  const [leader] = await db.execute<{ term: number }>(sql`
    insert into leaders as l (name, holder, term, expires_at)
    values ('loops', ${holder}, 1, clock_timestamp() + ${leaseMs} * interval '1 ms')
    on conflict (name) do update set
      holder = excluded.holder,
      term = l.term + (l.holder <> excluded.holder)::int,
      expires_at = clock_timestamp() + ${leaseMs} * interval '1 ms'
    where l.holder = excluded.holder or l.expires_at < clock_timestamp()
    returning term::float8 as term`)
  return leader?.term ?? null
}

export async function resign(db: Db, holder: string): Promise<void> {
  await db.execute(sql`update leaders set expires_at = clock_timestamp() where name = 'loops' and holder = ${holder}`)
}

export class LostLead extends Error {}

/** A context whose transactions hold the lead's row, so that nobody takes it over meanwhile, and do nothing once it is lost. */
export const asLeader = (ctx: Context, holder: string, term: number): Context => ({
  ...ctx,
  fence: async (tx) => {
    const [held] = await tx.db.execute(sql`
      select from leaders where name = 'loops' and holder = ${holder} and term = ${term} and expires_at > clock_timestamp() for share`)
    if (!held) throw new LostLead(`the lead of term ${term} was lost`)
  },
})
