import { testContext } from './context.ts'
import { makeToken } from '../server/tokens/make-token.ts'
import { apiOf } from './api.ts'

/** A token on a migrated database, a look behind the scenes, and the API of whatever server is asked for, as that agent. */
export async function makeAgent(databaseUrl: string, name = 'builder') {
  const behind = await testContext(databaseUrl)
  const { token } = await makeToken(behind.ctx, { name })
  return { ...behind, token, apiOn: (server: { url: string }) => apiOf(server.url, token) }
}
