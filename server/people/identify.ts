import type { IncomingHttpHeaders } from 'node:http'
import { isAPIError } from 'better-auth/api'
import { DomainError } from '../../contract/errors.ts'
import { type Actor, type Context } from '../context.ts'
import { findToken } from '../tokens/find-token.ts'
import { type Auth } from './auth.ts'

/** Whose credentials came with a request or a socket's handshake; null when there are none that hold. */
export async function identify(deps: Pick<Context, 'db'> & { auth: Auth }, headers: IncomingHttpHeaders): Promise<Actor | null> {
  const bearer = /^bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return findToken(deps, bearer.trim())
  if (!headers.cookie) return null
  const found = await deps.auth.api.getSession({ headers: new Headers({ cookie: headers.cookie }) }).catch(unknownNow)
  return found && { kind: 'person', id: found.user.id, name: found.user.name, email: found.user.email }
}

/** better-auth hides the database's error behind its own; not knowing must not look like being signed out. */
function unknownNow(error: unknown): never {
  if (isAPIError(error)) throw new DomainError('try_again', 'The sign-in could not be checked just now.', {}, { cause: error })
  throw error
}
