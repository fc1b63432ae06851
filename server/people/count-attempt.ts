import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type Context } from '../context.ts'

export type AttemptRule = { window: number; max: number }
export type Attempt = { allowed: boolean; retryAfter: number | null }

/** Seconds, and attempts within them, per address. */
export const signInRule: AttemptRule = { window: 60, max: 10 }
export const linkRule: AttemptRule = { window: 60, max: 20 }

/** Counts one attempt and says whether it is still within the rule: one statement, so N at once can't all pass. */
export async function countAttempt(ctx: Pick<Context, 'db'>, key: string, rule: AttemptRule): Promise<Attempt> {
  const length = sql`${rule.window}::int * interval '1 second'`
  const [counted] = await ctx.db.execute<{ count: number; wait: number }>(sql`
    insert into rate_limits as kept (key, count, ends_at)
    values (${key}, 1, clock_timestamp() + ${length})
    on conflict (key) do update set (count, ends_at) = (
      select case when kept.ends_at <= now.at then 1 else least(kept.count, ${rule.max}::int) + 1 end,
             case when kept.ends_at <= now.at then now.at + ${length} else kept.ends_at end
      from (select clock_timestamp() as at) as now
    )
    returning count, greatest(1, ceil(extract(epoch from ends_at - clock_timestamp())))::int as wait`)
  const allowed = counted!.count <= rule.max
  return { allowed, retryAfter: allowed ? null : counted!.wait }
}

export const tooManyAttempts = (retryAfterSeconds: number) =>
  new DomainError('too_many_attempts', `Too many attempts from this address. Try again in ${retryAfterSeconds} s.`, { retryAfterSeconds })
