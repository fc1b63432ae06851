import { type Context } from '../context.ts'
import { findPerson } from '../people/find-person.ts'
import { makeFirstAdmin } from '../people/make-first-admin.ts'
import { linkUrl, makeSignInLink } from '../people/make-sign-in-link.ts'
import { AdminError } from './usage.ts'

/** On a database without people this is the first start: the admin is made along the way. */
export async function adminLink(ctx: Context, { email, baseUrl }: { email?: string; baseUrl: string }) {
  const first = await makeFirstAdmin(ctx, { email })
  const person = await findPerson(ctx, { email })
  if (!person)
    throw new AdminError(`Nobody here has the address ${email}.`, 'Leave --email out to get a link for the first admin.')
  const token = first.made && first.linkToken ? first.linkToken : (await makeSignInLink(ctx, { personId: person.id })).token
  return { url: linkUrl(baseUrl, token), person }
}
