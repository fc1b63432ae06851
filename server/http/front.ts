import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Logger } from 'pino'
import { type Actor } from '../context.ts'

export type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const isApi = (path: string) => /^\/(api|healthz|readyz|metrics)(\/|$)/.test(path) && !path.startsWith('/api-reference')
const isOpenPage = (path: string) => /^\/(sign-in|_next\/static|favicon|icon)/.test(path)

/** One port: the API goes to Fastify, everything else to Next, and pages are shown only to people who are signed in. */
export function createFront(log: Logger, identify: (headers: IncomingHttpHeaders) => Promise<Actor | null>) {
  let pages: Pages | null = null
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0]!
    if (isApi(path) || !pages) server.emit('api', request, response)
    else
      showPage(pages, path, request, response).catch((error: unknown) => {
        log.error({ err: error }, 'a page failed')
        if (!response.headersSent) response.writeHead(500)
        response.end()
      })
  })

  async function showPage(show: Pages, path: string, request: IncomingMessage, response: ServerResponse) {
    if (isOpenPage(path) || (await identify(request.headers))) return show(request, response)
    response.writeHead(302, { location: `/sign-in?next=${encodeURIComponent(request.url ?? '/')}` }).end()
  }
  return { server, showPages: (show: Pages) => (pages = show) }
}
