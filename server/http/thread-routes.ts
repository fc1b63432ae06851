import { type Reserved } from '../../contract/threads.ts'
import { type Metrics } from '../metrics.ts'
import { beatReservation } from '../reservations/beat-reservation.ts'
import { listThreads } from '../reservations/list-threads.ts'
import { readThread } from '../reservations/read-thread.ts'
import { type RefusalCounts } from '../reservations/refusal-counts.ts'
import { reissueReservation, withoutReservationSecrets } from '../reservations/reissue-reservation.ts'
import { releaseReservation } from '../reservations/release-reservation.ts'
import { reserveThread } from '../reservations/reserve-thread.ts'
import { setThreadAnchor } from '../reservations/set-thread-anchor.ts'
import { takeOverThread } from '../reservations/take-over-thread.ts'
import { type WaitingLine } from '../reservations/waiting-line.ts'
import { type Api } from './api.ts'
import { route } from './route.ts'

type Deps = { metrics: Metrics; refusals: RefusalCounts; line: WaitingLine }

export function threadRoutes(api: Api, { metrics, refusals, line }: Deps) {
  const counted = (answer: Reserved) => {
    if (answer.outcome === 'reserved') return answer
    metrics.conflicts.inc()
    refusals.add(answer.thread.id, answer.owner.generation)
    return answer
  }
  route(api, 'listThreads', (ctx, { query }) => listThreads(ctx, query))
  route(api, 'readThread', (ctx, { params }) => readThread(ctx, params.id))
  route(api, 'reserveThread', async (ctx, { body }) => counted(await reserveThread(ctx, body)), {
    before: async (ctx, { body, request, reply }) => {
      if (body.waitMs === 0) return async (open) => counted(await reserveThread(open, body))
      // Under a key nothing may be done outside of the transaction that keeps its answer.
      const now = request.headers['idempotency-key'] === undefined ? await reserveThread(ctx, body) : null
      if (now?.outcome === 'reserved') return async () => now
      const gone = new AbortController()
      let answered: Reserved | undefined
      reply.raw.once('close', () => {
        if (reply.raw.writableFinished) return
        gone.abort()
        if (answered) void line.undelivered(answered)
      })
      if (reply.raw.destroyed) gone.abort()
      const rest = await line.wait(ctx, body, gone.signal)
      return async (open) => {
        answered = counted(await rest(open))
        if (gone.signal.aborted) void line.undelivered(answered)
        return answered
      }
    },
    withoutSecrets: withoutReservationSecrets,
    reissue: reissueReservation,
  })
  route(api, 'beatReservation', async (ctx, { params, body }) => {
    await beatReservation(ctx, params.id, body)
    metrics.beats.inc()
    return { done: true } as const
  })
  route(api, 'releaseReservation', (ctx, { params, body }) => releaseReservation(ctx, params.id, body))
  route(api, 'takeOverThread', (ctx, { params, body }) => takeOverThread(ctx, params.id, body))
  route(api, 'setThreadAnchor', (ctx, { params, body }) => setThreadAnchor(ctx, params.id, body))
}
