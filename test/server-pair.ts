import postgres from 'postgres'
import { afterAll, expect, onTestFinished, vi } from 'vitest'
import { type Room } from '../contract/realtime.ts'
import { migrate } from '../db/migrate.ts'
import { makeAgent } from './agent.ts'
import { apiOf } from './api.ts'
import { judgeEnd, judgeOrder } from './feed-checker.ts'
import { FeedDriver } from './feed-driver.ts'
import { FeedFollower, type Line, openLine } from './feed-follower.ts'
import { type Final } from './feed-history.ts'
import { startCluster } from './postgres-cluster.ts'
import { startServer, type TestServer } from './server.ts'

export type ServerPair = Awaited<ReturnType<typeof startPair>>

/** Two real server processes on one database, in a cluster whose watermark nobody else holds. */
export async function startPair(
  prepare: (sql: postgres.Sql) => Promise<unknown> = async () => {},
  settings: Record<string, string> = {},
) {
  const cluster = await startCluster({ settings })
  afterAll(() => cluster.stop())
  await migrate(cluster.url)
  const sql = postgres(cluster.url, { max: 2, onnotice: () => {} })
  afterAll(() => sql.end({ timeout: 1 }))
  await prepare(sql)
  const { ctx, token, operator } = await makeAgent(cluster.url, 'driver')
  const servers: TestServer[] = await Promise.all([startServer(cluster.url), startServer(cluster.url)])
  const addresses = servers.map(({ url }) => url)
  let turn = 0
  const anywhere = () => addresses[turn++ % addresses.length]!

  return {
    cluster, sql, ctx, token, operator, servers, addresses,
    api: (server: 0 | 1) => apiOf(addresses[server]!, token),
    asOperator: (server: 0 | 1) => apiOf(addresses[server]!, operator),
    metric: async (server: 0 | 1, name: string) => {
      const response = await fetch(`${addresses[server]}/metrics`, { headers: operator })
      return Number(new RegExp(`^${name} (.*)$`, 'm').exec(await response.text())?.[1])
    },
    /** The server comes back at its old address. */
    restart: async (server: 0 | 1) => {
      servers[server] = await startServer(cluster.url, { PORT: new URL(addresses[server]!).port })
    },
    line: (server: 0 | 1): Line => {
      const line = openLine(addresses[server]!, token)
      onTestFinished(() => void line.disconnect())
      return line
    },
    follow: (rooms: Room[], line: () => string = anywhere): FeedFollower => {
      const follower = new FeedFollower({ token, rooms, line, http: anywhere })
      onTestFinished(() => follower.stop())
      return follower
    },
    drive: (options: { lanes?: number; fleet?: number; servers?: () => string[] } = {}): FeedDriver => {
      const driver = new FeedDriver({ token, operator, servers: () => addresses, ...options })
      onTestFinished(() => driver.stop())
      return driver
    },
    /** Waits until every client shows how the database ended, then judges all that they saw on the way. */
    settle: async (followers: FeedFollower[], driver?: FeedDriver) => {
      const histories = () => followers.flatMap((follower) => follower.histories)
      await vi.waitFor(async () => {
        const final = await finalState(sql)
        expect(histories().flatMap((history) => judgeEnd(history, final)).slice(0, 9)).toEqual([])
      }, { timeout: 60_000, interval: 100 })
      expect(histories().flatMap(judgeOrder).slice(0, 9)).toEqual([])
      if (driver) expect(lostAnswers(driver, await finalState(sql))).toEqual([])
    },
  }
}

async function finalState(sql: postgres.Sql): Promise<Final> {
  const rows = await sql<{ entity: string; version: number; gone: boolean }[]>`
    select id as entity, version::int, false as gone from sessions
    union all select entity, max(version)::int, true from changes where body is null group by entity`
  return new Map(rows.map(({ entity, ...state }) => [entity, state]))
}

/** What an agent was answered is there, in that version or a later one. */
function lostAnswers(driver: FeedDriver, final: Final) {
  return [...driver.answered].filter(([id, version]) => {
    const state = final.get(id)
    return version === null ? state?.gone !== true : !state || state.version < version
  })
}
