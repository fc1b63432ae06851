import { z } from 'zod'
import { type PersonRole, personRoles } from '../../../contract/roles.ts'

export const list = z.string().default('').transform((text) => text.split(',').map((part) => part.trim().toLowerCase()).filter(Boolean))
const Domain = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'is not a domain such as example.org')

export const oidcEnvironment = {
  MUSTER_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).refine(isPrivate, 'is not https, and is not on this machine').optional(),
  MUSTER_OIDC_CLIENT_ID: z.string().min(1).optional(),
  MUSTER_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  MUSTER_OIDC_NAME: z.string().min(1).max(60).default('Sign in with OpenID'),
  MUSTER_OIDC_ALLOWED_DOMAINS: list.pipe(z.array(Domain)),
  MUSTER_OIDC_DEFAULT_ROLE: z.enum(personRoles).optional(),
}

export type OidcConfig = {
  issuer: string
  clientId: string
  clientSecret: string
  /** What the button says. */
  name: string
  /** Whose addresses may come in, known or not. Empty: people who are known already, whatever their domain. */
  allowedDomains: string[]
  /** Of those who come for the first time. */
  defaultRole: PersonRole
}
type Environment = z.infer<z.ZodObject<typeof oidcEnvironment>>

/** A half of it would look like it works until somebody tries to sign in. */
export function readOidcConfig(env: Environment, refuse: (problem: string) => Error): OidcConfig | null {
  const { MUSTER_OIDC_ISSUER: issuer, MUSTER_OIDC_CLIENT_ID: clientId, MUSTER_OIDC_CLIENT_SECRET: clientSecret } = env
  const { MUSTER_OIDC_ALLOWED_DOMAINS: allowedDomains, MUSTER_OIDC_DEFAULT_ROLE: role } = env
  if (!issuer && !clientId && !clientSecret) return null
  if (!issuer || !clientId || !clientSecret)
    throw refuse('MUSTER_OIDC_ISSUER, MUSTER_OIDC_CLIENT_ID and MUSTER_OIDC_CLIENT_SECRET are needed together.')
  if (role && allowedDomains.length === 0)
    throw refuse('MUSTER_OIDC_DEFAULT_ROLE: nobody can get it, because MUSTER_OIDC_ALLOWED_DOMAINS names no domain.')
  return { issuer, clientId, clientSecret, name: env.MUSTER_OIDC_NAME, allowedDomains, defaultRole: role ?? 'viewer' }
}

/** The client's secret and people's codes go there. */
function isPrivate(issuer: string) {
  if (!URL.canParse(issuer)) return false
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'https:' || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}
