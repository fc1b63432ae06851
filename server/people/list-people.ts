import { sql } from 'drizzle-orm'
import { type Person, type PersonList } from '../../contract/people.ts'
import { type Context } from '../context.ts'
import { personBody } from './announce-person.ts'

export async function listPeople(ctx: Context): Promise<PersonList> {
  const rows = await ctx.db.execute<{ body: Person }>(sql`select ${personBody} as body from people p order by p.created_at, p.id collate "C"`)
  return { items: rows.map(({ body }) => body) }
}
