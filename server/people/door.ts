import type { IncomingHttpHeaders } from 'node:http'
import { addressHeader, type Auth } from './auth.ts'
import { addressKey } from './address-key.ts'

/** Where a call came in. `address` is the socket's, or what a trusted proxy says of it. */
export type Door = { auth: Auth; request: { address: string; headers: IncomingHttpHeaders } }

export type Answer<Body> = { answer: Body; setCookies: string[] }

/** What better-auth gets to see of a request: nothing that a client could use to pass for another address. */
export const authHeaders = ({ request }: Pick<Door, 'request'>) =>
  new Headers({
    'content-type': 'application/json',
    'user-agent': (request.headers['user-agent'] ?? '').slice(0, 300),
    [addressHeader]: addressKey(request.address),
  })
