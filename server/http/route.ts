import { type Readable } from 'node:stream'
import { type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { IdempotencyHeader, type Operation, type OperationId, operations, takesKey } from '../../contract/operations.ts'
import { type Context } from '../context.ts'
import { type Once, once } from '../idempotency/once.ts'
import { admit } from '../people/admit.ts'
import { type Api } from './api.ts'
import { parseInput } from './parse-input.ts'

type Parsed<Schema> = Schema extends z.ZodType ? z.infer<Schema> : undefined
type Part<Id extends OperationId, Name extends 'params' | 'query' | 'body'> = (typeof operations)[Id] extends Record<Name, infer Schema>
  ? Parsed<Schema>
  : undefined
export type Input<Id extends OperationId> = {
  params: Part<Id, 'params'>
  query: Part<Id, 'query'>
  body: Part<Id, 'body'>
  request: FastifyRequest
  reply: FastifyReply
}
type Answer<Id extends OperationId> = (typeof operations)[Id] extends { streams: readonly string[] }
  ? Readable
  : z.input<(typeof operations)[Id]['answer']>
type Handler<Id extends OperationId> = (ctx: Context, input: Input<Id>) => Promise<Answer<Id>>

type More<Id extends OperationId> =
  /** For an answer that holds a secret: what of it may be kept under a key, and how a replay gets a new one. */
  Pick<Once<Answer<Id>>, 'withoutSecrets' | 'reissue'> & {
    /** For what may wait long, and so in no transaction: gives what is left to do. */
    before?: (ctx: Context, input: Input<Id>) => Promise<(ctx: Context) => Promise<Answer<Id>>>
  }

const nothing = z.strictObject({})

/** Parse → verb → answer, for one operation of the contract's table. */
export function route<Id extends OperationId>(api: Api, id: Id, handle: Handler<Id>, { before, ...secrets }: More<Id> = {}) {
  const { fastify, context, identify, limit } = api
  const operation: Operation = operations[id]
  fastify.route({
    method: operation.method,
    url: `/api/v1${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    config: { operation: id },
    handler: async (request, reply) => {
      // Before anything is read, credentials included (GEN-7).
      const params = parseInput(operation.params ?? nothing, 'address', request.params)
      const actor = await admit(identify, id, request.headers)
      limit(actor)
      const input = {
        params,
        query: parseInput(operation.query ?? nothing, 'query', request.query),
        body: parseInput(operation.body ?? nothing, 'body', request.body === undefined ? {} : request.body),
        request,
        reply,
      }
      // The schemas parsed here are those of this operation, which the compiler can't follow through the table.
      const asked = input as unknown as Input<Id>
      const ctx = context(actor)
      const wait = before && (() => before(ctx, asked))
      const work = (open: Context) => handle(open, asked)
      const answer = takesKey(operation) && request.headers['idempotency-key'] !== undefined
        ? await once(ctx, { key: keyOf(request), request: [id, request.params, request.query, request.body ?? {}], work, before: wait, ...secrets })
        : await (wait ? await wait() : work)(ctx)
      return reply.status(operation.status).send(answer)
    },
  })
}

const keyOf = (request: FastifyRequest) => parseInput(IdempotencyHeader, 'headers', request.headers)['idempotency-key']

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationId
  }
}
