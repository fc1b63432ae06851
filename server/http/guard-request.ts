import { type IncomingHttpHeaders } from 'node:http'
import { DomainError } from '../../contract/errors.ts'
import { type OwnOrigins } from './own-origins.ts'

type Seen = { method?: string; headers: IncomingHttpHeaders; path: string; upgrade?: boolean }

/** Load balancers ask these by address, and they tell nothing that a stranger could use. */
const answersAnyHost = (path: string) => path === '/healthz' || path === '/readyz'
const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What is refused before anybody looks at credentials (SEC-5). Null when it may go on. */
export function guardRequest(ours: OwnOrigins, { method = 'GET', headers, path, upgrade = false }: Seen): DomainError | null {
  const host = headers.host?.toLowerCase() ?? ''
  if (!answersAnyHost(path) && !ours.hosts.has(host))
    return new DomainError('wrong_host', `This server does not answer to the host ${JSON.stringify(host.slice(0, 200))}.`)
  const changes = upgrade || !reads.has(method)
  if (changes && !isBearer(headers) && isForeign(ours, headers))
    return new DomainError('cross_site', 'This call came with a cookie or from a page, and not from a page of this server.')
  return null
}

/** No page can make a browser send this to another site. */
const isBearer = ({ authorization }: IncomingHttpHeaders) => /^bearer /i.test(authorization ?? '')

/** By the best that the browser says of where it comes from. A cookie without any of it is refused. */
function isForeign({ origins }: OwnOrigins, headers: IncomingHttpHeaders): boolean {
  const { origin, referer, cookie, 'sec-fetch-site': site } = headers
  if (origin !== undefined) return !origins.has(origin)
  if (site !== undefined) return site !== 'same-origin'
  if (referer !== undefined) return !URL.canParse(referer) || !origins.has(new URL(referer).origin)
  return cookie !== undefined
}
