import { z } from 'zod'

const Document = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).min(1),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})

export type Provider = { issuer: string; discoveryUrl: string; userinfoUrl: string | undefined; authentication: 'basic' | 'post' }

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** What the provider says of itself. One that says to be another is none (OpenID Connect Discovery 4.3). */
export async function discoverProvider(issuer: string, timeoutMs = 5_000): Promise<Provider> {
  const discoveryUrl = `${withoutSlash(issuer)}/.well-known/openid-configuration`
  const response = await fetch(discoveryUrl, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (!response.ok) throw new Error(`${discoveryUrl} answered ${response.status}`)
  const document = Document.parse(await response.json())
  if (withoutSlash(document.issuer) !== withoutSlash(issuer)) throw new Error(`${discoveryUrl} is of the issuer ${document.issuer}`)
  const basic = document.token_endpoint_auth_methods_supported.includes('client_secret_basic')
  return { issuer: document.issuer, discoveryUrl, userinfoUrl: document.userinfo_endpoint, authentication: basic ? 'basic' : 'post' }
}
