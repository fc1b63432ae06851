import { connect } from '../db/client.ts'
import { openEmbedded } from '../db/embedded/open-embedded.ts'
import { migrate } from '../db/migrate.ts'
import { type Config } from './config.ts'
import { type Drain } from './drain.ts'

/** The database of DATABASE_URL, or else one of our own; migrated either way. */
export async function openDatabase(config: Config, drain: Drain, say: (line: string) => void) {
  const embedded = config.databaseUrl ? null : await openEmbedded({ folder: config.dataFolder, log: say })
  if (embedded) drain.add('embedded database', () => embedded.stop())
  const url = config.databaseUrl ?? embedded!.url
  await migrate(url)
  const { db, close } = connect(url)
  // Of its own, so that the feed is read in time while requests wait in line for the others.
  const feed = connect(url, 1)
  drain.add('database connections', async () => void (await Promise.all([close(), feed.close()])))
  return { url, db, feedDb: feed.db, announce: async (at: string) => embedded?.announce(at) }
}
