import { randomUUID } from 'node:crypto'
import { type z } from 'zod'
import { ReportHost, type SightingState } from '../../contract/hosts.ts'
import { type RegisterSession, type Session } from '../../contract/sessions.ts'
import { agentActor } from '../../test/context.ts'
import { registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { readSession } from '../sessions/read-session.ts'
import { reportHost } from './report-host.ts'

/** A host of the test's own, with somebody who speaks for it and agents that say they run there. */
export function aHost(ctx: Context, hostId = `host-${randomUUID()}`) {
  const speaker = (id: string = randomUUID()): Context => ({ ...ctx, actor: agentActor('watcher', { id, role: 'host', hostId }) })
  const watcher = speaker()
  return {
    hostId,
    speaker,
    watcher,
    agent: (given: z.input<typeof RegisterSession> = {}) =>
      registered(ctx, { hostId, bootId: 'b1', pid: 4711, processStartTime: '100', timeoutMs: 60_000, ...given }),
    report: (given: Partial<z.input<typeof ReportHost>> = {}, by = watcher) => reportHost(by, hostId, ReportHost.parse({ bootId: 'b1', ...given })),
    /** What came of it when somebody looked at the process that this session names. */
    async saw(session: Session, state: SightingState, by = watcher, given: Partial<z.input<typeof ReportHost>> = {}) {
      const { id, pid, processStartTime } = session
      const processes = [{ sessionId: id, pid: pid!, processStartTime, state }]
      return (await reportHost(by, hostId, ReportHost.parse({ bootId: session.bootId ?? 'b1', processes, ...given }))).items[0]!.result
    },
  }
}

export const verdictOf = async (ctx: Context, { id }: { id: string }) => {
  const { verdict, reason } = (await readSession(ctx, id)).session.liveness
  return `${verdict} ${reason}`
}
