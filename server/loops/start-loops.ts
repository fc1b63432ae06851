import { randomUUID } from 'node:crypto'
import { type Logger } from 'pino'
import { type Db } from '../../db/client.ts'
import { forgetJobs } from '../bulk/forget-jobs.ts'
import { trimFeed } from '../changes/trim-feed.ts'
import { type Context } from '../context.ts'
import { forgetSamples, forgetUsageSamples } from '../fleet/forget-samples.ts'
import { sampleFleet } from '../fleet/sample-fleet.ts'
import { forgetKeys } from '../idempotency/forget-keys.ts'
import { abandonLongDead } from '../liveness/abandon-long-dead.ts'
import { announceVerdicts } from '../liveness/announce-verdicts.ts'
import { watchBreaker } from '../liveness/breaker.ts'
import { lapseConnections } from '../liveness/drop-connections.ts'
import { forgetProcesses } from '../liveness/forget-processes.ts'
import { type Metrics } from '../metrics.ts'
import { forgetExpired } from '../people/forget-expired.ts'
import { finishAbandonments } from '../sessions/finish-abandonments.ts'
import { sweepLines } from '../reservations/sweep-lines.ts'
import { sweepSessions } from '../sessions/sweep-sessions.ts'
import { asLeader, lead, LostLead, resign } from './lead.ts'
import { runBulkJobs } from './run-bulk-jobs.ts'
import { runLoop } from './run-loop.ts'

/** What nobody asks for: one process leads, the others stand by. Each round is bounded; a full batch is followed at once. */
export function startLoops(db: Db, system: Context, log: Logger, { metrics, feedLagMs }: { metrics: Metrics; feedLagMs: () => number }) {
  const me = randomUUID()
  const whileFull = async (size: number, batch: (ctx: Context) => Promise<number>) => {
    try {
      for (let term; (term = await lead(db, me)) !== null; ) {
        // A round that found nothing to do wakes nobody, neither this feed nor the other processes'.
        const count = await batch({ ...asLeader(system, me, term), hint: () => {} })
        if (count > 0) system.hint()
        if (count < size) break
      }
    } catch (error) {
      if (!(error instanceof LostLead)) throw error
      log.warn(error.message)
    }
  }
  const once = (work: (ctx: Context) => Promise<unknown>) =>
    whileFull(1, async (ctx) => {
      await work({ ...ctx, hint: system.hint })
      return 0
    })
  const loops = [
    runLoop('verdicts', 1_000, log, () => whileFull(500, (ctx) => announceVerdicts(ctx, 500))),
    runLoop('connections', 1_000, log, () => whileFull(500, (ctx) => lapseConnections(ctx, 500))),
    runLoop('breaker', 1_000, log, () => whileFull(2, async (ctx) => {
      const { was, ...counted } = await watchBreaker(ctx)
      if (was === 'tripped') log.error(counted, 'many sessions died of silence at once: nobody is abandoned for it until an operator clears the breaker')
      if (was === 'over') log.warn(counted, 'the breaker lets go: for one timeout no longer too many died of silence')
      return was === null ? 0 : 1
    })),
    runLoop('long dead', 5_000, log, () => once(async (ctx) => metrics.reaps.inc({ cause: 'grace' }, await abandonLongDead(ctx)))),
    runLoop('undo windows', 400, log, () => whileFull(100, (ctx) => finishAbandonments(ctx, 100))),
    runLoop('samples', 5_000, log, () => once((ctx) => sampleFleet(ctx, feedLagMs()))),
    runLoop('waiting lines', 1_000, log, () => whileFull(100, (ctx) => sweepLines(ctx, 100))),
    runLoop('retention', 60_000, log, async () => {
      await whileFull(200, (ctx) => sweepSessions(ctx, 200))
      await whileFull(5_000, () => trimFeed(db, undefined, 5_000))
      await whileFull(5_000, (ctx) => forgetKeys(ctx, 5_000))
      await whileFull(5_000, (ctx) => forgetSamples(ctx, 5_000))
      await whileFull(5_000, (ctx) => forgetUsageSamples(ctx, 5_000))
      await whileFull(100, (ctx) => forgetJobs(ctx, 100))
      await once(forgetExpired)
      await once(forgetProcesses)
    }),
    runBulkJobs(system, log),
  ]
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      await resign(db, me).catch((error: unknown) => log.warn({ err: error }, 'could not hand on the lead; it lapses by itself'))
    },
  }
}
