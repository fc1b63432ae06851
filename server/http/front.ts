import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Logger } from 'pino'
import { DomainError } from '../../contract/errors.ts'
import { type Actor } from '../context.ts'
import { type Metrics } from '../metrics.ts'
import { guardRequest } from './guard-request.ts'
import { guardUpgrades } from './guard-upgrades.ts'
import { type OwnOrigins } from './own-origins.ts'
import { refuseRequest } from './refuse.ts'
import { apiHeaders, commonHeaders, makeNonce, pagePolicy, setHeaders } from './security-headers.ts'

export type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>
type Deps = {
  log: Logger
  metrics: Metrics
  dev: boolean
  /** Asked for each request, because a port that the system chose is known late. */
  ours: () => OwnOrigins
  identify: (headers: IncomingHttpHeaders) => Promise<Actor | null>
}

const isApi = (path: string) => /^\/(api|healthz|readyz|metrics)(\/|$)/.test(path)
const isOpenPage = (path: string) => /^\/(sign-in(\/|$)|_next\/static\/|favicon\.ico$|icon\.svg$)/.test(path)

/** As Next reads it, dots resolved: what is judged here must be what is shown there. */
const pathOf = (url = '') => (url.startsWith('/') && URL.canParse(`http://any${url}`) ? new URL(`http://any${url}`).pathname : null)

/** One port: the API goes to Fastify, everything else to Next, and pages are shown only to people who are signed in. */
export function createFront({ log, metrics, dev, ours, identify }: Deps) {
  let pages: Pages | null = null

  function judge(request: IncomingMessage, upgrade = false): DomainError | null {
    const path = pathOf(request.url)
    if (path === null) return new DomainError('invalid_input', 'The address is not a path of this server.')
    const refusal = guardRequest(ours(), { method: request.method, headers: request.headers, path, upgrade })
    if (refusal) metrics.refusals.inc({ code: refusal.code })
    return refusal
  }

  const server: Server = createServer((request, response) => {
    const refusal = judge(request)
    if (refusal) return refuseRequest(response, refusal)
    const path = pathOf(request.url)!
    if (isApi(path) || !pages) {
      setHeaders(response, apiHeaders)
      server.emit('api', request, response)
    } else
      showPage(pages, path, request, response).catch((error: unknown) => {
        log.error({ err: error }, 'a page failed')
        if (!response.headersSent) response.writeHead(500)
        response.end()
      })
  })

  async function showPage(show: Pages, path: string, request: IncomingMessage, response: ServerResponse) {
    const policy = pagePolicy({ nonce: makeNonce(), host: request.headers.host!, dev })
    // Next takes the nonce for its own scripts from the header of the request, as if a proxy had set it.
    request.headers['content-security-policy'] = policy
    setHeaders(response, { ...commonHeaders, 'content-security-policy': policy })
    if (isOpenPage(path) || (await identify(request.headers))) return show(request, response)
    const location = `/sign-in?next=${encodeURIComponent(request.url ?? '/')}`
    response.writeHead(302, { location, 'cache-control': 'no-store' }).end()
  }

  const upgrades = guardUpgrades(server, (request) => judge(request, true))
  return { server, upgrades, showPages: (show: Pages) => (pages = show) }
}
