import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type ReportUsage, type Session, usageCounters } from '../../contract/sessions.ts'
import { type Context, transaction } from '../context.ts'
import { announceSession } from './announce-session.ts'
import { lockActiveSession } from './lock-session.ts'
import { sampleUsage } from './sample-usage.ts'
import { viewSession } from './view-session.ts'

const columns = {
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
  reasoningTokens: 'reasoning_tokens',
  cacheReadTokens: 'cache_read_tokens',
  cacheWriteTokens: 'cache_write_tokens',
  toolCalls: 'tool_calls',
  costMicroUsd: 'cost_micro_usd',
} as const satisfies Record<(typeof usageCounters)[number], string>

/** Running totals merge per field by maximum; deltas are added once per series and interval (SES-6). */
export async function reportUsage(ctx: Context, id: string, input: ReportUsage): Promise<Session> {
  const given = usageCounters.filter((name) => input[name] !== undefined)
  for (const name of given) refuseOutOfRange(name, input[name]!)

  return transaction(ctx, async (tx) => {
    await lockActiveSession(tx, id)
    if (given.length === 0 || (input.delta && (await wasAdded(tx, id, input)))) return viewSession(tx, id)

    const names = sql.join(given.map((name) => sql.identifier(columns[name])), sql`, `)
    const values = sql.join(given.map((name) => sql`${input[name]!}::bigint`), sql`, `)
    const mine = (name: (typeof given)[number]) => sql`u.${sql.identifier(columns[name])}`
    const theirs = (name: (typeof given)[number]) => sql`excluded.${sql.identifier(columns[name])}`
    const merged = (name: (typeof given)[number]) =>
      input.delta ? sql`coalesce(${mine(name)}, 0) + ${theirs(name)}` : sql`greatest(${mine(name)}, ${theirs(name)})`
    const [changed] = await tx.db.execute<Record<string, number | null>>(sql`
      insert into session_usage as u (session_id, source, ${names}, updated_at)
      values (${id}, ${input.source}, ${values}, clock_timestamp())
      on conflict (session_id, source) do update set
        ${sql.join(given.map((name) => sql`${sql.identifier(columns[name])} = ${merged(name)}`), sql`, `)},
        updated_at = clock_timestamp()
      where ${sql.join(given.map((name) => sql`${merged(name)} is distinct from ${mine(name)}`), sql` or `)}
      returning ${sql.join(given.map((name) => sql`u.${sql.identifier(columns[name])}::float8 as ${sql.identifier(name)}`), sql`, `)}`)
    if (!changed) return viewSession(tx, id)

    for (const name of given) refuseOutOfRange(name, changed[name]!)
    await tx.db.execute(sql`update sessions set version = version + 1 where id = ${id}`)
    await sampleUsage(tx, id)
    return announceSession(tx, id)
  })
}

function refuseOutOfRange(field: string, value: number) {
  if (Number.isSafeInteger(value)) return
  throw new DomainError('out_of_range', `${field} is ${value}, which is no whole number up to 9007199254740991.`, { field })
}

async function wasAdded(tx: Context, id: string, { source, delta }: ReportUsage): Promise<boolean> {
  const added = await tx.db.execute(sql`
    insert into usage_intervals (session_id, source, series, interval)
    values (${id}, ${source}, ${delta!.series}, ${delta!.interval})
    on conflict do nothing returning session_id`)
  return added.length === 0
}
