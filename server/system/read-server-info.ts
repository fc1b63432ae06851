import { sql } from 'drizzle-orm'
import { type ServerInfo } from '../../contract/server-info.ts'
import { type Context } from '../context.ts'
import { limits } from './limits.ts'
import { measureTables } from './measure-tables.ts'

/** What only the process itself can say. */
export type AboutProcess = Pick<ServerInfo, 'version' | 'embedded' | 'baseUrl' | 'startedAt' | 'processId'> & {
  feed: () => Promise<ServerInfo['feed']>
  ratePerSecond: number
}

export async function readServerInfo(ctx: Context, { feed, ratePerSecond, ...about }: AboutProcess): Promise<ServerInfo> {
  const [row] = await ctx.db.execute<{ version: string }>(sql`select current_setting('server_version') as version`)
  return {
    ...about,
    node: process.versions.node,
    postgres: row!.version,
    feed: await feed(),
    limits: limits(ctx.settings, ratePerSecond),
    retention: await measureTables(ctx),
  }
}
