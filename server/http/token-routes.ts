import { listTokens } from '../tokens/list-tokens.ts'
import { makeToken } from '../tokens/make-token.ts'
import { reissueToken } from '../tokens/reissue-token.ts'
import { revokeToken } from '../tokens/revoke-token.ts'
import { type Api } from './api.ts'
import { route } from './route.ts'

export function tokenRoutes(api: Api) {
  route(api, 'listTokens', (ctx) => listTokens(ctx))
  route(api, 'makeToken', (ctx, { body }) => makeToken(ctx, body), {
    withoutSecrets: ({ token }) => ({ token }),
    reissue: reissueToken,
  })
  route(api, 'revokeToken', (ctx, { params }) => revokeToken(ctx, params.id))
}
