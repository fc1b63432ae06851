import { afterAll } from 'vitest'
import { spawnServer } from './spawn-server.ts'

export type TestServer = Awaited<ReturnType<typeof startServer>>

/** A real server process on a database, killed after the test file. */
export async function startServer(databaseUrl: string, environment: Record<string, string> = {}) {
  const { child: _, ...server } = await spawnServer(databaseUrl, environment)
  afterAll(() => server.kill())
  return server
}
