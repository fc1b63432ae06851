import { type HostProcess, maxSightings, type ReportHost } from '../../contract/hosts.ts'
import { probeMany } from '../../host/probe-many.ts'
import { type ThisHost } from '../../host/this-host.ts'
import { type Context } from '../context.ts'
import { listHostProcesses } from './list-host-processes.ts'
import { reportHost } from './report-host.ts'

const atOnce = 10_000

/** One look at every process that sessions on the server's own host name. Only what is news is reported. */
export async function lookAround(ctx: Context, { hostId, hostname, bootId }: ThisHost): Promise<void> {
  for (let cursor: string | undefined; ;) {
    const page = await listHostProcesses(ctx, hostId, { bootId, cursor, limit: atOnce })
    const news = await whatIsNew(page.items)
    for (let from = 0; from < news.length; from += maxSightings)
      await reportHost(ctx, hostId, { hostname, bootId, asOf: page.asOf, processes: news.slice(from, from + maxSightings) })
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}

async function whatIsNew(items: HostProcess[]): Promise<ReportHost['processes']> {
  const sightings = await probeMany(items.map(({ pid, processStartTime }) => ({ pid, startTime: processStartTime ?? '' })))
  return items.flatMap(({ sessionId, pid, processStartTime, known, gone, due }, index) => {
    const state = sightings[index]!
    if (state === 'unknown' || !(state === 'seen' ? due : !gone && (known || pid <= 0))) return []
    return [{ sessionId, pid, processStartTime, state }]
  })
}
