import { type Logger } from 'pino'
import { doNextItem } from '../bulk/do-next-item.ts'
import { leaveJob, takeJob } from '../bulk/take-job.ts'
import { type Context } from '../context.ts'
import { runLoop } from './run-loop.ts'

/** So many items, then another job has its turn: a small one does not wait for a large one. */
const turn = 100
/** Progress is told a few times a second, not once per item. */
const tellMs = 300

/** Every process works on bulk jobs, each on one at a time, item by item. */
export function runBulkJobs(ctx: Context, log: Logger) {
  let stopping = false
  const onFailure = (error: unknown) => log.error({ err: error }, 'one session of a bulk job failed; the job goes on')

  async function workOn(id: string) {
    let told = 0
    for (let done = 0; done < turn && !stopping; done++) {
      const tell = performance.now() - told >= tellMs
      if (tell) told = performance.now()
      if (!(await doNextItem(ctx, id, { tell, onFailure }))) return
    }
    await leaveJob(ctx, id)
  }

  const loop = runLoop('bulk jobs', 250, log, async () => {
    for (let id = await takeJob(ctx); id !== null; id = stopping ? null : await takeJob(ctx)) await workOn(id)
  })
  return {
    stop: () => {
      stopping = true
      return loop.stop()
    },
  }
}
