import { sql, type SQL } from 'drizzle-orm'
import { type Person } from '../../contract/people.ts'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context } from '../context.ts'

/** The person as they are on the wire. */
export const personBody: SQL = sql`json_build_object(
  'id', p.id, 'version', p.version, 'name', p.name, 'email', p.email, 'role', p.role,
  'hasPassword', exists (select from credentials c where c.person_id = p.id and c.provider_id = 'credential'),
  'createdAt', p.created_at, 'lastSignInAt', p.last_sign_in_at)`

/**
 * Tells the settings page, and every process that has a socket open for this person: also when only their sign-ins
 * changed. The version grows here, so nobody forgets to.
 */
export async function announcePerson(tx: Context, id: string): Promise<Person> {
  await tx.db.execute(sql`update people set version = version + 1 where id = ${id}`)
  const [person] = await recordChanges<Person>(tx, 'person', sql`select p.id, p.version, null, ${personBody} from people p where p.id = ${id}`)
  return person!
}
