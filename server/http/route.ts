import { type Readable } from 'node:stream'
import { type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Operation, type OperationId, operations } from '../../contract/operations.ts'
import { type Context } from '../context.ts'
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

const nothing = z.strictObject({})

/** Parse → verb → answer, for one operation of the contract's table. */
export function route<Id extends OperationId>({ fastify, context, identify }: Api, id: Id, handle: Handler<Id>) {
  const operation: Operation = operations[id]
  fastify.route({
    method: operation.method,
    url: `/api/v1${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    config: { operation: id },
    handler: async (request, reply) => {
      // Before anything is read, credentials included (GEN-7).
      const params = parseInput(operation.params ?? nothing, 'address', request.params)
      const actor = await admit(identify, id, request.headers)
      const input = {
        params,
        query: parseInput(operation.query ?? nothing, 'query', request.query),
        body: parseInput(operation.body ?? nothing, 'body', request.body === undefined ? {} : request.body),
        request,
        reply,
      }
      // The schemas parsed here are those of this operation, which the compiler can't follow through the table.
      const answer = await handle(context(actor), input as unknown as Input<Id>)
      return reply.status(operation.status).send(answer)
    },
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationId
  }
}
