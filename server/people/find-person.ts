import { asc, eq } from 'drizzle-orm'
import { people } from '../../db/schema/people.ts'
import { type Context } from '../context.ts'

/** By address; without one, the first admin. */
export async function findPerson(ctx: Pick<Context, 'db'>, { email }: { email?: string }) {
  const wanted = email === undefined ? eq(people.role, 'admin') : eq(people.email, email.toLowerCase())
  const [found] = await ctx.db
    .select({ id: people.id, name: people.name, email: people.email })
    .from(people)
    .where(wanted)
    .orderBy(asc(people.createdAt), asc(people.id))
    .limit(1)
  return found ?? null
}
