import { eq } from 'drizzle-orm'
import { signIns } from '../../db/schema/people.ts'
import { type Context } from '../context.ts'
import { type Answer, type Door } from './door.ts'

/** better-auth would only log a sign-in that it could not delete; ours fails, so that nobody thinks they are out. */
export async function signOut(ctx: Context, { auth, request }: Door): Promise<Answer<{ done: true }>> {
  const headers = new Headers({ cookie: request.headers.cookie ?? '' })
  const current = await auth.api.getSession({ headers })
  if (current) await ctx.db.delete(signIns).where(eq(signIns.id, current.session.id))
  const cleared = await auth.api.signOut({ headers, returnHeaders: true })
  return { answer: { done: true }, setCookies: cleared.headers.getSetCookie() }
}
