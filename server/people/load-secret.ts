import { eq } from 'drizzle-orm'
import { type Db } from '../../db/client.ts'
import { serverSecrets } from '../../db/schema/people.ts'
import { makeSecret } from '../tokens/secret.ts'

const name = 'cookie signing'
const minLength = 32

/** What cookies are signed with: the one from the environment, else one that all processes on this database share. */
export async function loadSecret(db: Db, given?: string): Promise<string> {
  if (given) {
    if (given.length < minLength)
      throw new Error(`MUSTER_SECRET has ${given.length} characters; it needs at least ${minLength}. \`openssl rand -base64 32\` makes one.`)
    return given
  }
  // The loser of a race waits here for the winner's commit, then reads the winner's.
  await db.insert(serverSecrets).values({ name, value: makeSecret() }).onConflictDoNothing()
  const [kept] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, name))
  return kept!.value
}
