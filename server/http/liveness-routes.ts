import { type ReapSessions } from '../../contract/liveness.ts'
import { type Context } from '../context.ts'
import { beatSession } from '../liveness/beat-session.ts'
import { beatSessions } from '../liveness/beat-sessions.ts'
import { clearBreaker } from '../liveness/breaker.ts'
import { reapSessions } from '../liveness/reap-sessions.ts'
import { type Metrics } from '../metrics.ts'
import { type Api } from './api.ts'
import { route } from './route.ts'

export function livenessRoutes(api: Api, metrics: Metrics) {
  route(api, 'beatSession', async (ctx, { params }) => {
    await beatSession(ctx, params.id)
    metrics.beats.inc()
    return { done: true }
  })
  route(api, 'beatSessions', async (ctx, { body }) => {
    const answers = await beatSessions(ctx, body)
    metrics.beats.inc(answers.items.filter(({ error }) => error === null).length)
    return answers
  })
  const reap = async (ctx: Context, body: ReapSessions) => {
    const reaped = await reapSessions(ctx, body)
    metrics.reaps.inc({ cause: 'reap' }, reaped.abandoned)
    return reaped
  }
  route(api, 'reapSessions', (ctx, { body }) => reap(ctx, body), {
    // Before the transaction of a key, which would else hold everybody that it abandons. To reap again is harmless.
    before: async (ctx, { body }) => {
      const reaped = await reap(ctx, body)
      return async () => reaped
    },
  })
  route(api, 'clearBreaker', (ctx, { body }) => clearBreaker(ctx, body))
}
