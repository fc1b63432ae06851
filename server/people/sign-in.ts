import { DomainError } from '../../contract/errors.ts'
import { type Me, type SignIn } from '../../contract/people.ts'
import { type Context } from '../context.ts'
import { authPath } from './auth.ts'
import { tooManyAttempts } from './count-attempt.ts'
import { authHeaders, type Answer, type Door } from './door.ts'
import { noteFailedSignIn } from './note-failed-sign-in.ts'
import { noteSignIn } from './note-sign-in.ts'

/** Through better-auth's front door, because only there its limit on attempts applies. */
export async function signIn(ctx: Context, input: SignIn, door: Door): Promise<Answer<Me>> {
  const url = `${door.auth.options.baseURL}${authPath}/sign-in/email`
  const body = JSON.stringify({ email: input.email, password: input.password })
  const response = await door.auth.handler(new Request(url, { method: 'POST', headers: authHeaders(door), body }))
  if (response.status === 429) throw tooManyAttempts(Number(response.headers.get('x-retry-after')))
  if (response.status >= 500) throw new Error(`better-auth answered a sign-in with ${response.status}`)
  if (!response.ok) {
    await noteFailedSignIn(ctx, { email: input.email, how: 'password' }, door)
    throw new DomainError('sign_in_failed', 'This e-mail address and password do not belong together.')
  }
  const { user } = (await response.json()) as { user: { id: string } }
  return { answer: await noteSignIn(ctx, user.id, 'password', door), setCookies: response.headers.getSetCookie() }
}
