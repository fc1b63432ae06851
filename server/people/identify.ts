import type { IncomingHttpHeaders } from 'node:http'
import { isAPIError } from 'better-auth/api'
import { DomainError } from '../../contract/errors.ts'
import { type Context } from '../context.ts'
import { hashSecret, sessionPrefix, tokenPrefix } from '../tokens/secret.ts'
import { type Auth } from './auth.ts'
import { checkCredentials, type Identified } from './check-credentials.ts'
import { KnownCookies } from './known-cookies.ts'
import { mergeLookups } from './merge-lookups.ts'

export type Identify = (headers: Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>) => Promise<Identified | null>

/** Whose credentials came with a request or a socket's handshake; null when there are none that hold at this moment. */
export function createIdentify({ db, auth }: Pick<Context, 'db'> & { auth: Auth }): Identify {
  const holds = mergeLookups((keys) => checkCredentials({ db }, keys))
  const cookies = new KnownCookies()

  async function byCookie(cookie: string): Promise<Identified | null> {
    let signIn = cookies.signInOf(cookie)
    if (signIn === undefined) {
      const found = await auth.api.getSession({ headers: new Headers({ cookie }) }).catch(unknownNow)
      if (!found) return null
      signIn = hashSecret(found.session.token)
      cookies.remember(cookie, signIn)
    }
    const identified = await holds(`signIn ${signIn}`)
    if (!identified) cookies.forget(cookie)
    return identified
  }

  return async ({ authorization, cookie }) => {
    const bearer = /^bearer +(.*)$/i.exec(authorization ?? '')?.[1]?.trim()
    if (bearer?.startsWith(tokenPrefix)) return holds(`token ${hashSecret(bearer)}`)
    if (bearer?.startsWith(sessionPrefix)) return holds(`session ${hashSecret(bearer)}`)
    return bearer === undefined && cookie ? byCookie(cookie) : null
  }
}

/** better-auth hides the database's error behind its own; not knowing must not look like being signed out. */
function unknownNow(error: unknown): never {
  if (isAPIError(error)) throw new DomainError('try_again', 'The sign-in could not be checked just now.', {}, { cause: error })
  throw error
}
