import { eq } from 'drizzle-orm'
import { people } from '../../db/schema/people.ts'
import { type Context } from '../context.ts'

/** The lock of all that hangs off a person: their links, password and sign-ins. */
export async function lockPerson(ctx: Context, personId: string) {
  await ctx.db.select({ id: people.id }).from(people).where(eq(people.id, personId)).for('update')
}
