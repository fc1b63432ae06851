import { connect, type Db } from '../../db/client.ts'
import { attachEmbedded } from '../../db/embedded/attach-embedded.ts'
import { migrate } from '../../db/migrate.ts'
import { type Config } from '../config.ts'

export type OpenDatabase = { db: Db; close: () => Promise<void> }

/** The database that the server of this configuration uses, whether that server runs or not. */
export async function openDatabase({ databaseUrl, dataFolder }: Config): Promise<OpenDatabase> {
  const embedded = databaseUrl === undefined ? await attachEmbedded({ folder: dataFolder }) : undefined
  const url = databaseUrl ?? embedded!.url
  try {
    await migrate(url)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  const { db, close } = connect(url, 2)
  return {
    db,
    close: async () => {
      await close()
      await embedded?.stop()
    },
  }
}
