import { sql } from 'drizzle-orm'
import { type HostReported, type ReportHost } from '../../contract/hosts.ts'
import { type Context, transaction } from '../context.ts'
import { announceThreadsOf } from '../reservations/announce-threads.ts'
import { recordSightings } from './record-sightings.ts'
import { sightBoot } from './sight-boot.ts'
import { speakerFor } from './speaker-for.ts'
import { tellVerdicts } from './announce-verdicts.ts'

/** What somebody who speaks for a host says of its boot and its processes. What follows for sessions is announced with it. */
export async function reportHost(ctx: Context, hostId: string, report: ReportHost): Promise<HostReported> {
  const speaker = speakerFor(ctx.actor, hostId)
  const { items, told } = await transaction(ctx, async (tx) => {
    const items = await recordSightings(tx, { ...report, hostId, speaker })
    const rebooted = await sightBoot(tx, { ...report, hostId, speaker })
    const counted = items.filter(({ result }) => result === 'counted').map(({ sessionId }) => sessionId)
    const told = rebooted ? await tellVerdicts(tx, sql`s.host_id = ${hostId}`) : counted.length > 0 ? await tellVerdicts(tx, sql`s.id in ${counted}`) : []
    return { items, told }
  })
  if (told.length > 0) await announceThreadsOf(ctx, told)
  return { items }
}
