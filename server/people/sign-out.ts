import { eq } from 'drizzle-orm'
import { signIns } from '../../db/schema/people.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Context, transaction } from '../context.ts'
import { announcePerson } from './announce-person.ts'
import { type Answer, type Door } from './door.ts'

/** better-auth would only log a sign-in that it could not delete; ours fails, so that nobody thinks they are out. */
export async function signOut(ctx: Context, { auth, request }: Door): Promise<Answer<{ done: true }>> {
  const headers = new Headers({ cookie: request.headers.cookie ?? '' })
  const current = await auth.api.getSession({ headers })
  if (current)
    await transaction(ctx, async (tx) => {
      const gone = await tx.db.delete(signIns).where(eq(signIns.id, current.session.id)).returning({ id: signIns.id })
      if (gone.length === 0) return
      const { id, name } = await announcePerson(tx, current.user.id)
      await recordAudit(tx, { action: 'person.signed_out', target: { kind: 'person', id, name }, actor: { kind: 'person', id, name } })
    })
  const cleared = await auth.api.signOut({ headers, returnHeaders: true })
  return { answer: { done: true }, setCookies: cleared.headers.getSetCookie() }
}
