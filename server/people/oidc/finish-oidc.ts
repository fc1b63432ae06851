import { type FinishOidc, type OidcRefusal } from '../../../contract/people.ts'
import { type Context } from '../../context.ts'
import { authPath } from '../auth.ts'
import { tooManyAttempts } from '../count-attempt.ts'
import { authHeaders, type Answer, type Door } from '../door.ts'
import { noteFailedSignIn } from '../note-failed-sign-in.ts'
import { noteSignIn } from '../note-sign-in.ts'
import { oidcProviderId } from './admit-profile.ts'
import { type Oidc, type OidcAuth } from './open-oidc.ts'
import { Refused } from './refused.ts'

type Landed = Answer<{ location: string }>

/** Where better-auth's and the provider's words for a refusal say something that a person can act on. */
const said: Record<string, OidcRefusal> = {
  access_denied: 'cancelled',
  state_mismatch: 'expired',
  state_not_found: 'expired',
  state_invalid: 'expired',
  temporarily_unavailable: 'provider_unavailable',
}
/** Somebody was kept out, as opposed to: they went back, took too long, or nobody could ask. */
const denials = new Set<OidcRefusal>(['person_unknown', 'domain_not_allowed', 'email_unverified', 'failed'])
const providerAnswersWithinMs = 20_000

/** They are a browser's page away from any API: whatever goes wrong leads to the sign-in page, with the reason. */
export async function finishOidc(ctx: Context, oidc: Oidc | null, query: FinishOidc, door: Door): Promise<Landed> {
  try {
    if (!oidc) throw new Refused('not_set_up')
    const auth = await oidc.auth().catch((error: unknown) => {
      throw new Refused('provider_unavailable', { cause: error })
    })
    const { path, setCookies } = await callBack(auth, query, door)
    const cookie = setCookies.map((line) => line.split(';')[0]).join('; ')
    const signedIn = await door.auth.api.getSession({ headers: new Headers({ cookie }) })
    if (!signedIn) throw new Refused('failed')
    await noteSignIn(ctx, signedIn.user.id, 'oidc', door)
    return { answer: { location: path }, setCookies }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    oidc?.note(error)
    if (denials.has(error.refusal)) await noteFailedSignIn(ctx, { how: 'oidc', reason: error.refusal.replaceAll('_', ' ') }, door)
    return { answer: { location: `/sign-in?refused=${error.refusal}` }, setCookies: [] }
  }
}

async function callBack(auth: OidcAuth, query: FinishOidc, door: Door) {
  const origin = auth.options.baseURL
  const url = new URL(`${authPath}/callback/${oidcProviderId}`, origin)
  for (const name of ['code', 'state', 'iss', 'error'] as const) if (query[name] !== undefined) url.searchParams.set(name, query[name])
  const headers = authHeaders(door)
  headers.set('cookie', door.request.headers.cookie ?? '')
  const response = await Promise.race([auth.handler(new Request(url, { headers })), tooLate()])
  if (response.status === 429) throw tooManyAttempts(Number(response.headers.get('x-retry-after')))
  const landed = new URL(response.headers.get('location') ?? '/sign-in', origin)
  const isRefusal = landed.pathname === '/sign-in' || landed.pathname.startsWith(authPath)
  if (isRefusal) throw new Refused(said[landed.searchParams.get('error') ?? ''] ?? 'failed')
  return { path: landed.pathname + landed.search, setCookies: response.headers.getSetCookie() }
}

const tooLate = () =>
  new Promise<never>((_, reject) => {
    AbortSignal.timeout(providerAnswersWithinMs).addEventListener('abort', () => reject(new Refused('provider_unavailable')))
  })
