import { sql } from 'drizzle-orm'
import { type HostProcess, type HostProcessPage } from '../../contract/hosts.ts'
import { type Context } from '../context.ts'
import { withinReach } from '../sessions/visible.ts'
import { speakerFor } from './speaker-for.ts'

type Page = { bootId: string; cursor?: string; limit: number }

/** What a prober has to look at on its host, in the order of session ids. Of another boot's pids nothing can be seen. */
export async function listHostProcesses(ctx: Context, hostId: string, { bootId, cursor = '', limit }: Page): Promise<HostProcessPage> {
  const speaker = speakerFor(ctx.actor, hostId)
  const [clock] = await ctx.db.execute<{ asOf: string }>(sql`select to_jsonb(clock_timestamp()) as "asOf"`)
  const items = await ctx.db.execute<HostProcess>(sql`
    select s.id as "sessionId", s.pid, s.process_start_time as "processStartTime",
      coalesce(${speaker} = any(p.probers), false) as known,
      p.gone_reason is not null as gone,
      s.pid > 0 and (
        p.gone_reason is not null or ${speaker} = any(p.probers) is not true
        or clock_timestamp() - p.seen_at > b.timeout_ms * interval '0.33 ms'
      ) as due
    from sessions s
    join session_beats b on b.session_id = s.id
    left join process_sightings p on p.session_id = s.id
    where s.host_id = ${hostId} and s.status = 'active' and ${namesProcess} and coalesce(s.boot_id, ${bootId}) = ${bootId}
      and ${withinReach(ctx, { id: sql`s.id`, workspace: sql`s.workspace` })} and s.id collate "C" > ${cursor}
    order by s.id collate "C" limit ${limit + 1}`)
  const page = items.slice(0, limit)
  return { items: page, nextCursor: items.length > limit ? page.at(-1)!.sessionId : null, asOf: clock!.asOf }
}

/** A pid of zero or below needs no look. Of one without a start time nobody can say whether it is still the same process. */
const namesProcess = sql`(s.pid <= 0 or (s.pid > 0 and s.process_start_time is not null))`
