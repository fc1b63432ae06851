import { sql, type SQL } from 'drizzle-orm'
import { type Breaker, type ClearBreaker } from '../../contract/liveness.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context, transaction } from '../context.ts'

const target = { kind: 'breaker', id: 'breaker', name: 'mass-death breaker' }

const body = (table: SQL) => sql`json_build_object(
  'version', ${table}.version, 'holds', coalesce(${table}.holds_until > clock_timestamp(), false), 'trippedAt', ${table}.tripped_at,
  'holdsUntil', ${table}.holds_until, 'clearedAt', ${table}.cleared_at, 'dead', ${table}.dead, 'active', ${table}.active)`

export async function readBreaker(ctx: Context): Promise<Breaker> {
  const [row] = await ctx.db.execute<{ body: Breaker }>(sql`select ${body(sql`b`)} as body from breaker b`)
  return row!.body
}

async function changeBreaker(tx: Context, set: SQL): Promise<Breaker> {
  const [told] = await recordChanges<Breaker>(
    tx, 'breaker', sql`select 'breaker', n.version, null::text, ${body(sql`n`)} from n`,
    sql`with n as (update breaker set ${set}, version = version + 1 returning *)`,
  )
  return told!
}

type Now = { held: boolean; watched: boolean; over: boolean; dead: number; active: number; longestMs: number }

/**
 * One look of the sweep: trips the breaker, keeps it tripped while too many are freshly dead of silence, and says when its
 * time is over. Gives what became of it, for the log.
 */
export function watchBreaker(ctx: Context): Promise<{ was: 'tripped' | 'over' | null; dead: number; active: number }> {
  return transaction(ctx, async (tx) => {
    await tx.db.execute(sql`select from breaker for update`)
    const [now] = await tx.db.execute<Now>(sql`
      select coalesce(b.holds_until > clock_timestamp(), false) as held, b.holds_until is not null as watched,
        too_many_died(d.dead, d.active) as over, d.dead, d.active, coalesce(d.longest_ms, 0) as "longestMs"
      from breaker b cross join silent_deaths() d`)
    const { held, watched, over, dead, active, longestMs } = now!
    if (over) {
      const holds = sql`holds_until = greatest(holds_until, clock_timestamp() + ${longestMs} * interval '1 ms'), dead = ${dead}, active = ${active}`
      await changeBreaker(tx, held ? holds : sql`tripped_at = clock_timestamp(), ${holds}`)
      if (held) return { was: null, dead, active }
      await recordAudit(tx, { action: 'breaker.tripped', target, after: { dead, active } })
      return { was: 'tripped', dead, active }
    }
    if (held || !watched) return { was: null, dead, active }
    await changeBreaker(tx, sql`holds_until = null, dead = ${dead}, active = ${active}`)
    return { was: 'over', dead, active }
  })
}

/** A person has looked: who died before this moment may be abandoned, and trips nothing any more. */
export function clearBreaker(ctx: Context, { reason }: ClearBreaker): Promise<Breaker> {
  return transaction(ctx, async (tx) => {
    await tx.db.execute(sql`select from breaker for update`)
    const { holds, dead, active } = await readBreaker(tx)
    const cleared = await changeBreaker(tx, sql`holds_until = null, cleared_at = clock_timestamp()`)
    await recordAudit(tx, { action: 'breaker.cleared', target, reason, before: { holds, dead, active }, after: { holds: false, dead, active } })
    return cleared
  })
}
