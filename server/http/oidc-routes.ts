import { type FastifyRequest } from 'fastify'
import { type Auth } from '../people/auth.ts'
import { type Door } from '../people/door.ts'
import { finishOidc } from '../people/oidc/finish-oidc.ts'
import { type Oidc } from '../people/oidc/open-oidc.ts'
import { startOidc } from '../people/oidc/start-oidc.ts'
import { type Api } from './api.ts'
import { withCookies } from './people-routes.ts'
import { route } from './route.ts'

export function oidcRoutes(api: Api, auth: Auth, oidc: Oidc | null) {
  const door = (request: FastifyRequest): Door => ({ auth, request: { address: request.ip, headers: request.headers } })

  route(api, 'describeSignIn', async () => ({ oidc: oidc && { name: oidc.name } }))
  route(api, 'startOidc', async (_ctx, { body, request, reply }) => withCookies(reply, await startOidc(oidc, body, door(request))))
  route(api, 'finishOidc', async (ctx, { query, request, reply }) => {
    const answer = withCookies(reply, await finishOidc(ctx, oidc, query, door(request)))
    reply.header('location', answer.location)
    return answer
  })
}
