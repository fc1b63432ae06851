import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { type Db } from '../../db/client.ts'
import { sqlState } from '../../db/sql-state.ts'
import { credentials, people, signIns, verifications } from '../../db/schema/people.ts'
import { countAttempt, signInRule } from './count-attempt.ts'
import { hashSignInTokens } from './hash-sign-in-tokens.ts'

export const authPath = '/api/auth'
/** Set by us from the socket's address. What a client sends under any name is never read. */
export const addressHeader = 'x-muster-address'

type Log = Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>
export type AuthOptions = { db: Db; baseUrl: string; secret: string; log: Log }
export type Auth = ReturnType<typeof createAuth>

const days = 24 * 60 * 60

/** better-auth, for what only it should do: passwords and sign-ins. Its own routes are not mounted; our verbs call it. */
export const createAuth = (given: AuthOptions) => betterAuth(authOptions(given))

export function authOptions({ db, baseUrl, secret, log }: AuthOptions) {
  const origin = new URL(baseUrl).origin
  const schema = { user: people, session: signIns, account: credentials, verification: verifications }
  const adapter = drizzleAdapter(db, { provider: 'pg', schema })
  return {
    appName: 'Muster',
    baseURL: origin,
    basePath: authPath,
    secret,
    database: (options: BetterAuthOptions) => hashSignInTokens(adapter(options)),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 12, maxPasswordLength: 128 },
    user: { additionalFields: { role: { type: 'string', input: false, defaultValue: 'viewer' } } },
    // Fixed length: a longer cookie would have to be sent with answers that have no reply of their own, such as sockets.
    session: { expiresIn: 30 * days, disableSessionRefresh: true, cookieCache: { enabled: false } },
    rateLimit: {
      enabled: true,
      customStorage: { consume: (key, rule) => countAttempt({ db }, key, rule) },
      customRules: { '/sign-in/email': signInRule, '/sign-in/social': signInRule },
    },
    advanced: {
      cookiePrefix: 'muster',
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    onAPIError: { throw: true },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      disableColors: true,
      // Errors from the database carry the parameters of the query: only their code may reach a log.
      log: (level, message, ...rest) => log[level]({ sqlState: rest.map(sqlState).find(Boolean) }, `sign-in: ${message}`),
    },
  } satisfies BetterAuthOptions
}
