import { makeToken } from '../server/tokens/make-token.ts'
import { apiOf } from './api.ts'
import { agentActor, testContext } from './context.ts'
import { signedIn } from './people.ts'

/**
 * A token on a migrated database, a look behind the scenes as that agent, and the API of whatever server is asked for: as
 * the agent, and as an operator for what agents may not.
 */
export async function makeAgent(databaseUrl: string, name = 'builder') {
  const behind = await testContext(databaseUrl)
  const { token, secret } = await makeToken(behind.ctx, { name, role: 'agent' })
  const { cookie } = await signedIn(behind.ctx, 'operator')
  return {
    ...behind,
    ctx: { ...behind.ctx, actor: agentActor(name, { id: token.id }) },
    token: secret,
    operator: { cookie },
    apiOn: (server: { url: string }) => apiOf(server.url, secret),
    operatorOn: (server: { url: string }) => apiOf(server.url, { cookie }),
  }
}
