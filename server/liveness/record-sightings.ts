import { sql } from 'drizzle-orm'
import { type ReportHost, type SightingResult } from '../../contract/hosts.ts'
import { json } from '../../db/json.ts'
import { type Context } from '../context.ts'
import { withinReach } from '../sessions/visible.ts'

type Report = Pick<ReportHost, 'bootId' | 'asOf' | 'processes'> & { hostId: string; speaker: string }
type Result = { sessionId: string; result: SightingResult }

/**
 * Judges what a prober says of each process and writes down what counts (LIV-4): only of sessions of its host that name that
 * very process now, gone only what it once saw there, and nothing that somebody looked at later. The sessions stay locked.
 */
export async function recordSightings(tx: Context, { hostId, bootId, speaker, asOf = 'infinity', processes }: Report): Promise<Result[]> {
  const said = [...new Map(processes.map((process) => [process.sessionId, process])).values()]
  if (said.length === 0) return []
  const reported = sql`jsonb_to_recordset(${json(said)}) as r ("sessionId" text, pid integer, "processStartTime" text, state text)`
  const held = await tx.db.execute<{ id: string }>(sql`
    select s.id from sessions s join ${reported} on r."sessionId" = s.id
    where s.host_id = ${hostId} and s.status = 'active' order by s.id collate "C" for no key update of s`)
  if (held.length === 0) return said.map(({ sessionId }) => ({ sessionId, result: 'another_process' }))

  const judged = await tx.db.execute<Result>(sql`
    with clock as materialized (select least(${asOf}::timestamptz, clock_timestamp()) as looked_at, clock_timestamp() as now),
    judged as materialized (
      select r."sessionId", r.state, case
        when s.id is null then 'another_process'
        when p.gone_at >= c.looked_at or p.seen_at >= c.looked_at then 'nothing_new'
        when r.state = 'seen' then 'counted'
        when p.gone_reason is not null then 'nothing_new'
        when s.pid <= 0 or ${speaker} = any(p.probers) then 'counted'
        else 'never_seen' end as result
      from ${reported} cross join clock c
      left join sessions s on s.id = r."sessionId" and s.id in ${held.map(({ id }) => id)} and s.host_id = ${hostId} and s.status = 'active'
        and s.pid = r.pid and (s.pid <= 0 or s.process_start_time = r."processStartTime") and (s.pid > 0 or r.state <> 'seen')
        and coalesce(s.boot_id, ${bootId}) = ${bootId} and ${withinReach(tx, { id: sql`s.id`, workspace: sql`s.workspace` })}
      left join process_sightings p on p.session_id = s.id
    ),
    written as (
      insert into process_sightings as p (session_id, probers, seen_at, gone_at, gone_reason)
      select "sessionId", case when state = 'seen' then array[${speaker}] else '{}' end, case when state = 'seen' then c.looked_at end,
        case when state <> 'seen' then c.now end, case state when 'gone' then 'process_gone' when 'reused' then 'pid_reused' end
      from judged cross join clock c where result = 'counted'
      on conflict (session_id) do update set
        probers = case when excluded.probers <@ p.probers then p.probers else p.probers || excluded.probers end,
        seen_at = coalesce(excluded.seen_at, p.seen_at), gone_at = excluded.gone_at, gone_reason = excluded.gone_reason
    )
    select "sessionId", result from judged`)
  const results = new Map(judged.map(({ sessionId, result }) => [sessionId, result]))
  return said.map(({ sessionId }) => ({ sessionId, result: results.get(sessionId)! }))
}
