import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { connect } from '../db/client.ts'
import { spawnServer } from '../test/spawn-server.ts'
import { type Document, readTargets } from './document.ts'
import { type Header } from './request.ts'
import { holdLoops } from './state.ts'
import { type Credentials, World } from './world.ts'

export type Held = { longestBlockMs: number; heapUsed: number; external: number; rss: number }
export type FuzzTarget = Awaited<ReturnType<typeof startTarget>>

const probe = fileURLToPath(new URL('server-probe.mjs', import.meta.url))
const admin = { email: 'fuzz@example.com', password: 'the password of the fuzz' }

/** A server of its own on a migrated database, a way in for every role, and a look at its rows and its memory. */
export async function startTarget(databaseUrl: string, environment: Record<string, string> = {}) {
  const { client, close } = connect(databaseUrl, 2)
  await holdLoops(client)
  const server = await spawnServer(databaseUrl, {
    MUSTER_ADMIN_EMAIL: admin.email, MUSTER_ADMIN_PASSWORD: admin.password, MUSTER_TRUST_PROXY: 'on', LOG_LEVEL: 'warn', ...environment,
  }, probe)
  const call = async (headers: readonly Header[], method: string, path: string, body?: unknown) => {
    const response = await fetch(server.url + path, {
      method,
      headers: [...headers, ...(body === undefined ? [] : [['content-type', 'application/json']])] as [string, string][],
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status} ${await response.text()}`)
    return response
  }

  const origin: Header = ['origin', new URL(server.url).origin]
  const signedIn = await call([origin], 'POST', '/api/v1/sign-in', admin)
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ')
  const asAdmin: Header[] = [['cookie', cookie], origin]
  const token = async (role: 'agent' | 'host' | 'viewer') => {
    const made = await call(asAdmin, 'POST', '/api/v1/tokens', { name: `fuzz ${role}`, role, ...(role === 'host' && { hostId: 'build-3' }) })
    return ((await made.json()) as { secret: string }).secret
  }
  const tokens = { agent: await token('agent'), host: await token('host'), viewer: await token('viewer') }
  const bearers = Object.entries(tokens).map(([role, secret]) => ({ role, headers: [['authorization', `Bearer ${secret}`]] }) as Credentials)
  const world = new World(new URL(server.url), [{ role: 'admin', headers: asAdmin }, ...bearers])
  world.known.email.push(admin.email)
  world.known.password.push(admin.password)
  world.secrets.push(admin.password, cookie.split('=')[1]!, ...Object.values(tokens))

  const document = (await (await call(asAdmin, 'GET', '/api/openapi.json')).json()) as Document
  return {
    server, client, world, call, asAdmin, tokens,
    targets: readTargets(document),
    /** What the process holds after a collection, and how long it was blocked at most since it was last asked. */
    held: async (): Promise<Held> => {
      server.child.send('held?')
      const [held] = (await once(server.child, 'message')) as [Held]
      return held
    },
    stop: async () => {
      await server.kill()
      await close()
    },
  }
}
