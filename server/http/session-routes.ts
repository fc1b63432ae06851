import { attachSession } from '../sessions/attach-session.ts'
import { countSessions } from '../sessions/count-sessions.ts'
import { deleteSession } from '../sessions/delete-session.ts'
import { endSession } from '../sessions/end-session.ts'
import { findSession } from '../sessions/find-session.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { readActorChain } from '../sessions/read-actor-chain.ts'
import { readSession } from '../sessions/read-session.ts'
import { recordContextQuery } from '../sessions/record-context-query.ts'
import { registerSession } from '../sessions/register-session.ts'
import { reissueSecrets } from '../sessions/reissue-secrets.ts'
import { reportProgress } from '../sessions/report-progress.ts'
import { reportUsage } from '../sessions/report-usage.ts'
import { updateSession } from '../sessions/update-session.ts'
import { type Api } from './api.ts'
import { route } from './route.ts'

const done = { done: true } as const

export function sessionRoutes(api: Api) {
  route(api, 'registerSession', (ctx, { body }) => registerSession(ctx, body), {
    withoutSecrets: ({ session, reservation }) => ({ session, reservation: reservation && { ...reservation, token: undefined } }),
    reissue: reissueSecrets,
  })
  route(api, 'attachSession', (ctx, { body }) => attachSession(ctx, body), {
    withoutSecrets: ({ session, created, reservation }) => ({ session, created, reservation: reservation && { ...reservation, token: undefined } }),
    reissue: async (tx, kept) => (kept.created ? { ...(await reissueSecrets(tx, kept)), created: true } : { ...kept, secret: null }),
  })
  route(api, 'findSession', (ctx, { query }) => findSession(ctx, query))
  route(api, 'readActorChain', (ctx, { params }) => readActorChain(ctx, params.id))
  route(api, 'listSessions', (ctx, { query }) => listSessions(ctx, query))
  route(api, 'countSessions', (ctx, { query }) => countSessions(ctx, query))
  route(api, 'readSession', (ctx, { params }) => readSession(ctx, params.id))
  route(api, 'updateSession', (ctx, { params, body }) => updateSession(ctx, params.id, body))
  route(api, 'reportProgress', (ctx, { params, body }) => reportProgress(ctx, params.id, body))
  route(api, 'reportUsage', (ctx, { params, body }) => reportUsage(ctx, params.id, body))
  route(api, 'endSession', (ctx, { params, body }) => endSession(ctx, params.id, body))
  route(api, 'recordContextQuery', async (ctx, { params, body }) => {
    await recordContextQuery(ctx, params.id, body)
    return done
  })
  route(api, 'deleteSession', async (ctx, { params }) => {
    await deleteSession(ctx, params.id)
    return done
  })
}
