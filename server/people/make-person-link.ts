import { type InvitedPerson } from '../../contract/people.ts'
import { type Context, transaction } from '../context.ts'
import { announcePerson } from './announce-person.ts'
import { linkUrl, makeSignInLink } from './make-sign-in-link.ts'

/** For somebody who lost theirs, or their password. */
export function makePersonLink(ctx: Context, id: string, baseUrl: string): Promise<InvitedPerson> {
  return transaction(ctx, async (tx) => {
    const { token, expiresAt } = await makeSignInLink(tx, { personId: id })
    return { person: await announcePerson(tx, id), link: linkUrl(baseUrl, token), linkExpiresAt: expiresAt }
  })
}
