import { z } from 'zod'
import { Text } from '../../../contract/ids.ts'
import { type Provider } from './discover-provider.ts'
import { Refused } from './refused.ts'

const Claims = z.object({
  sub: Text(255).min(1),
  email: z.email().max(254).transform((email) => email.toLowerCase()).optional(),
  email_verified: z.unknown().optional(),
  // One that can't be kept is no reason to stay outside.
  name: Text(100).trim().min(1).optional().catch(undefined),
})
export type Profile = { sub: string; email: string; emailVerified: boolean; name: string }
type Tokens = { idToken?: string; accessToken?: string }

/** Who came back. The token was checked by better-auth, but only if there is one: none at all must not pass for checked. */
export async function readProfile(tokens: Tokens, provider: Provider): Promise<Profile> {
  if (!tokens.idToken) throw new Refused('failed')
  const signed = read(JSON.parse(Buffer.from(tokens.idToken.split('.')[1]!, 'base64url').toString()))
  const claims = signed.email === undefined ? await askForMore(tokens, provider) : signed
  // Without this, the answer about one person could be taken for another (OpenID Connect Core 5.3.2).
  if (claims.sub !== signed.sub || claims.email === undefined) throw new Refused('failed')
  const { sub, email, name = email.split('@')[0]! } = claims
  return { sub, email, emailVerified: claims.email_verified === true, name }
}

async function askForMore({ accessToken }: Tokens, { userinfoUrl }: Provider) {
  if (!userinfoUrl || !accessToken) throw new Refused('failed')
  const headers = { authorization: `Bearer ${accessToken}` }
  const response = await fetch(userinfoUrl, { headers, signal: AbortSignal.timeout(5_000), redirect: 'error' }).catch((cause: unknown) => {
    throw new Refused('provider_unavailable', { cause })
  })
  if (!response.ok) throw new Refused('failed', { cause: new Error(`${userinfoUrl} answered ${response.status}`) })
  return read(await response.json().catch(() => null))
}

function read(claims: unknown) {
  const parsed = Claims.safeParse(claims)
  if (!parsed.success) throw new Refused('failed', { cause: parsed.error })
  return parsed.data
}
