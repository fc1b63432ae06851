import { eq } from 'drizzle-orm'
import { type Db } from '../../db/client.ts'
import { serverSecrets } from '../../db/schema/people.ts'
import { makeSecret } from '../tokens/secret.ts'

const name = 'cookie signing'

/** What cookies are signed with: the one from the environment, else one that all processes on this database share. */
export async function loadSecret(db: Db, given?: string): Promise<string> {
  if (given) return given
  // The loser of a race waits here for the winner's commit, then reads the winner's.
  await db.insert(serverSecrets).values({ name, value: makeSecret() }).onConflictDoNothing()
  const [kept] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, name))
  return kept!.value
}
