import { type Logger } from 'pino'
import { DomainError } from '../../contract/errors.ts'
import { readThisHost } from '../../host/this-host.ts'
import { type Context } from '../context.ts'
import { lookAround } from '../liveness/look-around.ts'
import { reportHost } from '../liveness/report-host.ts'
import { runLoop } from './run-loop.ts'

const everyMs = 500

/** Every server process watches over the sessions on its own host (LIV-4). Several on one host do it twice, and nothing else. */
export function startProber(ctx: Context, log: Logger) {
  const host = readThisHost().catch((error: unknown) => {
    log.warn({ err: error }, 'this machine does not say which one it is, so processes on it are not looked at')
    return null
  })
  let introduced = false
  let restUntil = 0
  return runLoop('processes', everyMs, log, async () => {
    const from = performance.now()
    const here = await host
    if (here === null || from < restUntil) return
    try {
      if (!introduced) await reportHost(ctx, here.hostId, { hostname: here.hostname, bootId: here.bootId, processes: [] })
      introduced = true
      await lookAround(ctx, here)
      // However many there are, looking at them takes no more than a part of the time.
      restUntil = performance.now() + Math.min(2 * (performance.now() - from) - everyMs / 2, 2 * everyMs)
    } catch (error) {
      // Another machine that says it is this one will not go away within half a second.
      if (error instanceof DomainError && error.code === 'stale_boot') restUntil = performance.now() + 60_000
      throw error
    }
  })
}
