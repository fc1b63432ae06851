import { randomUUID } from 'node:crypto'
import { type Logger } from 'pino'
import { type Db } from '../../db/client.ts'
import { forgetJobs } from '../bulk/forget-jobs.ts'
import { trimFeed } from '../changes/trim-feed.ts'
import { type Context } from '../context.ts'
import { forgetSamples, forgetUsageSamples } from '../fleet/forget-samples.ts'
import { sampleFleet } from '../fleet/sample-fleet.ts'
import { forgetKeys } from '../idempotency/forget-keys.ts'
import { announceVerdicts } from '../liveness/announce-verdicts.ts'
import { forgetExpired } from '../people/forget-expired.ts'
import { finishAbandonments } from '../sessions/finish-abandonments.ts'
import { sweepLines } from '../reservations/sweep-lines.ts'
import { sweepSessions } from '../sessions/sweep-sessions.ts'
import { lead, resign } from './lead.ts'
import { runBulkJobs } from './run-bulk-jobs.ts'
import { runLoop } from './run-loop.ts'

/** What nobody asks for: one process leads, the others stand by. Each round is bounded; a full batch is followed at once. */
export function startLoops(db: Db, ctx: Context, log: Logger, feedLagMs: () => number) {
  const me = randomUUID()
  const whileFull = async (size: number, batch: () => Promise<number>) => {
    while ((await lead(db, me)) && (await batch()) === size);
  }
  const loops = [
    runLoop('verdicts', 1_000, log, () => whileFull(500, () => announceVerdicts(ctx, 500))),
    runLoop('undo windows', 400, log, () => whileFull(100, () => finishAbandonments(ctx, 100))),
    runLoop('samples', 5_000, log, async () => {
      if (await lead(db, me)) await sampleFleet(ctx, feedLagMs())
    }),
    runLoop('waiting lines', 1_000, log, () => whileFull(100, () => sweepLines(ctx, 100))),
    runLoop('retention', 60_000, log, async () => {
      await whileFull(200, () => sweepSessions(ctx, 200))
      await whileFull(5_000, () => trimFeed(db, undefined, 5_000))
      await whileFull(5_000, () => forgetKeys(ctx, 5_000))
      await whileFull(5_000, () => forgetSamples(ctx, 5_000))
      await whileFull(5_000, () => forgetUsageSamples(ctx, 5_000))
      await whileFull(100, () => forgetJobs(ctx, 100))
      if (await lead(db, me)) await forgetExpired(ctx)
    }),
    runBulkJobs(ctx, log),
  ]
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      await resign(db, me).catch((error: unknown) => log.warn({ err: error }, 'could not hand on the lead; it lapses by itself'))
    },
  }
}
