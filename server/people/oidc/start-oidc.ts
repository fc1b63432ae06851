import { DomainError } from '../../../contract/errors.ts'
import { type StartOidc } from '../../../contract/people.ts'
import { authPath } from '../auth.ts'
import { tooManyAttempts } from '../count-attempt.ts'
import { authHeaders, type Answer, type Door } from '../door.ts'
import { oidcProviderId } from './admit-profile.ts'
import { type Oidc } from './open-oidc.ts'

/** Through better-auth's front door, because only there its limit on attempts applies. */
export async function startOidc(oidc: Oidc | null, { next }: StartOidc, door: Pick<Door, 'request'>): Promise<Answer<{ url: string }>> {
  if (!oidc) throw new DomainError('not_set_up', 'Signing in with an OpenID provider is not set up here.')
  const auth = await oidc.auth()
  const origin = auth.options.baseURL
  const body = { provider: oidcProviderId, callbackURL: pageOf(next, origin), errorCallbackURL: `${origin}/sign-in`, disableRedirect: true }
  const request = new Request(`${origin}${authPath}/sign-in/social`, { method: 'POST', headers: authHeaders(door), body: JSON.stringify(body) })
  const response = await auth.handler(request)
  if (response.status === 429) throw tooManyAttempts(Number(response.headers.get('x-retry-after')))
  if (!response.ok) throw new Error(`better-auth answered the start of a sign-in with ${response.status}`)
  const { url } = (await response.json()) as { url: string }
  return { answer: { url }, setCookies: response.headers.getSetCookie() }
}

/** Only a page of ours, and not the one where it began. */
function pageOf(next = '/', origin: string): string {
  const url = URL.canParse(next, origin) ? new URL(next, origin) : null
  return url?.origin === origin && !url.pathname.startsWith('/sign-in') ? url.href : `${origin}/`
}
