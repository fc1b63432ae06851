import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { DomainError } from '../../../contract/errors.ts'
import { type Context } from '../../context.ts'
import { type AuthOptions, authOptions } from '../auth.ts'
import { admitProfile, oidcProviderId } from './admit-profile.ts'
import { discoverProvider, type Provider } from './discover-provider.ts'
import { type OidcConfig } from './oidc-config.ts'
import { readProfile } from './read-profile.ts'
import { type Refused } from './refused.ts'

export const callbackPath = '/api/v1/sign-in/oidc/callback'

type Deps = OidcConfig & Omit<AuthOptions, 'baseUrl'> & { baseUrl: () => string; system: Context }
export type Oidc = { name: string; auth: () => Promise<OidcAuth>; note: (refused: Refused) => void }
export type OidcAuth = ReturnType<typeof createOidcAuth>

/**
 * A better-auth of its own, made when somebody first signs in that way: it asks the provider while it starts, and neither
 * our start nor anybody's password may wait for that. A provider that was away is asked again.
 */
export function openOidc(deps: Deps): Oidc {
  let opened: Promise<OidcAuth> | null = null
  const open = async () => {
    const auth = createOidcAuth(deps, await discoverProvider(deps.issuer))
    // better-auth only logs what it can't use, and goes on without.
    if ((await auth.$context).socialProviders.length === 0) throw new Error('better-auth can not use what the provider says of itself')
    return auth
  }
  const failed = (error: unknown): never => {
    opened = null
    deps.log.error({ err: error }, 'the OpenID provider can not be used')
    throw new DomainError('provider_unavailable', 'The OpenID provider does not answer as one.', {}, { cause: error })
  }
  const note = ({ refusal, cause }: Refused) => deps.log.warn({ refusal, err: cause }, 'somebody who came from the OpenID provider was refused')
  return { name: deps.name, auth: () => (opened ??= open().catch(failed)), note }
}

function createOidcAuth(deps: Deps, provider: Provider) {
  const { clientId, clientSecret, system, allowedDomains, defaultRole } = deps
  const origin = new URL(deps.baseUrl()).origin
  const accountOf = (sub: string) => `${provider.issuer} ${sub}`
  return betterAuth({
    ...authOptions({ ...deps, baseUrl: origin }),
    // Linked by an address that the provider verified. People are made by us, never by better-auth.
    account: { storeStateStrategy: 'cookie', updateAccountOnSignIn: false, accountLinking: { requireLocalEmailVerified: false } },
    // Nothing is done in their name at the provider, so its tokens are not kept.
    databaseHooks: { account: { create: { before: async (account) => ({ data: { ...account, ...noTokens } }) } } },
    plugins: [
      genericOAuth({
        config: [
          {
            providerId: oidcProviderId,
            clientId,
            clientSecret,
            discoveryUrl: provider.discoveryUrl,
            requireIdTokenVerification: true,
            authentication: provider.authentication,
            redirectURI: `${origin}${callbackPath}`,
            scopes: ['openid', 'email', 'profile'],
            pkce: true,
            disableSignUp: true,
            accountSubject: ({ profile }) => accountOf(String(profile.sub)),
            getUserInfo: async (tokens) => {
              const profile = await readProfile(tokens, provider)
              await admitProfile(system, { allowedDomains, defaultRole }, accountOf(profile.sub), profile)
              return { ...profile, id: profile.sub }
            },
          },
        ],
      }),
    ],
  })
}

const noTokens = { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null, scope: null }
