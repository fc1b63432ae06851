import { type Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { type Logger } from 'pino'
import { DomainError, errorCodes, toErrorAnswer } from '../../contract/errors.ts'
import { type Actor, type Context } from '../context.ts'
import { type Metrics } from '../metrics.ts'
import { type Identify } from '../people/identify.ts'
import { watchMethods } from './allowed-methods.ts'
import { answerBrokenRequest } from './answer-broken-request.ts'
import { defaultRatePerSecond, rateLimit } from './rate-limit.ts'
import { readJson } from './read-json.ts'
import { readToEnd } from './read-to-end.ts'
import { toDomainError } from './to-domain-error.ts'

export type Api = {
  fastify: FastifyInstance
  context: (actor: Actor) => Context
  identify: Identify
  /** Refuses a token that calls too often. */
  limit: (actor: Actor) => void
}
type Deps = Omit<Api, 'fastify' | 'limit'> & { ratePerSecond?: number; server: Server; log: Logger; metrics: Metrics; trustProxy: boolean }

/** Fastify with our body rules and our one error shape; routes are added by the callers. */
export function createApi({ server, log, metrics, trustProxy, context, identify, ratePerSecond = defaultRatePerSecond }: Deps): Api {
  const refuse = async (error: unknown, reply: FastifyReply) => {
    await readToEnd(reply.request.raw)
    const refused = toDomainError(error, log)
    metrics.refusals.inc({ code: refused.code })
    if (typeof refused.details.retryAfterSeconds === 'number') reply.header('retry-after', refused.details.retryAfterSeconds)
    return reply.status(errorCodes[refused.code].status).send(toErrorAnswer(refused))
  }
  const fastify = Fastify({
    serverFactory: (handler) => {
      server.on('api', handler)
      return server
    },
    logger: false,
    // One hop: the address that the proxy itself saw. Further left in x-forwarded-for stands what a client likes.
    trustProxy: trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: 1_048_576,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    // Fastify's own answer while it closes has another shape than ours.
    return503OnClosing: false,
    frameworkErrors: (error, _request, reply) =>
      void refuse(error, reply).catch((failure: unknown) => log.warn({ err: failure }, 'a refusal could not be sent')),
    clientErrorHandler: answerBrokenRequest,
  })

  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson(fastify.getDefaultJsonParser('error', 'error')))

  let closing = false
  fastify.addHook('preClose', async () => void (closing = true))
  fastify.addHook('onRequest', async (_request, reply) => {
    if (!closing) return
    reply.header('connection', 'close')
    throw new DomainError('try_again', 'This server is shutting down.')
  })

  const methodsOf = watchMethods(fastify)
  fastify.setErrorHandler((error, _request, reply) => refuse(error, reply))
  fastify.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const methods = methodsOf(path)
    if (methods.length === 0) throw new DomainError('not_found', `There is nothing at ${request.method} ${path.slice(0, 200)}.`)
    reply.header('allow', methods.join(', '))
    throw new DomainError('method_not_allowed', `${path.slice(0, 200)} does not take ${request.method}.`, { methods })
  })
  fastify.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operation ?? request.routeOptions.url ?? 'none'
    metrics.requests.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000)
    log.debug({ operation, status: reply.statusCode, ms: reply.elapsedTime }, 'answered')
  })
  return { fastify, context, identify, limit: rateLimit(ratePerSecond) }
}
