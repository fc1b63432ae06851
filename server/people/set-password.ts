import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { credentials } from '../../db/schema/people.ts'
import { type Context } from '../context.ts'

/** In the shape in which better-auth looks for it. `passwordHash` comes from better-auth's own hashing. */
export async function setPassword(ctx: Context, personId: string, passwordHash: string) {
  await ctx.db
    .insert(credentials)
    .values({ id: randomUUID(), userId: personId, providerId: 'credential', accountId: personId, password: passwordHash })
    .onConflictDoUpdate({
      target: [credentials.providerId, credentials.accountId],
      set: { password: passwordHash, updatedAt: sql`clock_timestamp()` },
    })
}
