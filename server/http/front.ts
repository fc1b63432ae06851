import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Logger } from 'pino'
import { DomainError } from '../../contract/errors.ts'
import { socketPath } from '../../contract/realtime.ts'
import { type Actor } from '../context.ts'
import { type Metrics } from '../metrics.ts'
import { guardRequest } from './guard-request.ts'
import { guardUpgrades } from './guard-upgrades.ts'
import { type OwnOrigins } from './own-origins.ts'
import { readToEnd } from './read-to-end.ts'
import { refuseConnection, refuseRequest } from './refuse.ts'
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
    const refusal =
      guardRequest(ours(), { method: request.method, headers: request.headers, path, upgrade }) ??
      (upgrade && !isSocket(request, path) ? new DomainError('invalid_input', `Websockets are spoken at ${socketPath}, and HTTP/1.1 everywhere else.`) : null)
    if (refusal) metrics.refusals.inc({ code: refusal.code })
    return refusal
  }

  // Node would refuse a missing Host in a shape of its own; it is no host of ours, and is refused as such.
  const server: Server = createServer({ requireHostHeader: false }, (request, response) => {
    const refusal = judge(request)
    if (refusal) return void readToEnd(request).then(() => refuseRequest(response, refusal))
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

  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const refusal = new DomainError('invalid_input', 'What the Expect header asks for is not known here.')
    void readToEnd(request).then(() => refuseRequest(response, refusal))
  })
  server.on('connect', (_request, socket) => refuseConnection(socket, new DomainError('method_not_allowed', 'This server is not a proxy.')))

  /** Next has a socket of its own while the pages are being worked on. */
  const isSocket = ({ headers }: IncomingMessage, path: string) =>
    headers.upgrade?.toLowerCase() === 'websocket' && (path.replace(/\/$/, '') === socketPath || (pages !== null && path.startsWith('/_next/')))

  const upgrades = guardUpgrades(server, (request) => judge(request, true))
  return { server, upgrades, showPages: (show: Pages) => (pages = show) }
}
