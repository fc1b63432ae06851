import { randomUUID } from 'node:crypto'
import { DomainError } from '../../contract/errors.ts'
import { type InvitedPerson, type InvitePerson } from '../../contract/people.ts'
import { people } from '../../db/schema/people.ts'
import { sqlState } from '../../db/sql-state.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Context, transaction } from '../context.ts'
import { announcePerson } from './announce-person.ts'
import { linkUrl, makeSignInLink } from './make-sign-in-link.ts'

/** The link is in this answer alone; an admin hands it on. */
export async function invitePerson(ctx: Context, input: InvitePerson, baseUrl: string): Promise<InvitedPerson> {
  try {
    return await transaction(ctx, async (tx) => {
      const id = randomUUID()
      await tx.db.insert(people).values({ id, ...input })
      const { name, email, role } = input
      await recordAudit(tx, { action: 'person.invited', target: { kind: 'person', id, name }, after: { name, email, role } })
      const { token, expiresAt } = await makeSignInLink(tx, { personId: id })
      return { person: await announcePerson(tx, id), link: linkUrl(baseUrl, token), linkExpiresAt: expiresAt }
    })
  } catch (error) {
    if (sqlState(error) === '23505') throw addressTaken(error)
    throw error
  }
}

export const addressTaken = (cause: unknown) =>
  new DomainError('invalid_input', 'Another person has this e-mail address.', { email: 'taken' }, { cause })
