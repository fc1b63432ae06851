import { z } from 'zod'
import { ErrorAnswer, type ErrorCode, errorCodes } from '../../contract/errors.ts'
import { IdempotencyHeader, type Operation, type OperationId, operations, takesKey } from '../../contract/operations.ts'
import { isOpen } from '../../contract/roles.ts'

const everywhere: ErrorCode[] = ['invalid_input', 'not_signed_in', 'not_allowed', 'body_too_large', 'unsupported_media_type', 'try_again', 'database_unavailable', 'too_many_requests']

/** Made from the same schemas that validate, so it can't say something else (API-1). */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [operationId, operation] of Object.entries(operations) as [OperationId, Operation][]) {
    const path = `/api/v1${operation.path}`
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operationId, operation) }
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version: '0.1.0',
      description: 'The control room for fleets of coding agents. Every refusal has the shape of ErrorAnswer.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ token: [] }, { cookie: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Made with `npx muster admin token NAME`.' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'muster.session_token', description: 'Set by signing in.' },
      },
    },
  }
  return JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/')) as typeof document
}

/** Schemas that have an id in the contract are described once, and named wherever they are used. */
const schemas: Record<string, unknown> = {}

const schemaOf = (type: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, $defs, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any', reused: 'inline' })
  for (const [name, { id: _id, ...named }] of Object.entries($defs ?? {})) schemas[name] = named
  return schema
}
const content = (schema: unknown, types: readonly string[] = ['application/json']) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema }])),
})
const jsonBody = (schema: unknown) => content(schema)

function describe(operationId: OperationId, operation: Operation) {
  const open = isOpen(operationId)
  const keyed = takesKey(operation)
  const errors = [...new Set([...everywhere, ...operation.errors, ...(keyed ? (['idempotency_conflict'] as const) : [])])].filter((code) => !open || !['not_signed_in', 'not_allowed'].includes(code))
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errors) byStatus.set(errorCodes[code].status, [...(byStatus.get(errorCodes[code].status) ?? []), code])
  return {
    operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...(open && { security: [] }),
    parameters: [
      ...parameters('path', operation.params),
      ...parameters('query', operation.query),
      ...parameters('header', keyed ? IdempotencyHeader.partial() : undefined),
    ],
    ...(operation.body && { requestBody: { required: !operation.body.safeParse({}).success, ...jsonBody(schemaOf(operation.body, 'input')) } }),
    responses: {
      [operation.status]: { description: 'Done.', ...content(schemaOf(operation.answer, 'output'), operation.streams) },
      ...Object.fromEntries(
        [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), ...jsonBody(schemaOf(ErrorAnswer, 'output')) }]),
      ),
    },
  }
}

function parameters(where: 'path' | 'query' | 'header', shape: z.ZodObject | undefined) {
  if (!shape) return []
  const schema = schemaOf(shape, 'input') as { properties?: Record<string, { description?: string }>; required?: string[] }
  return Object.entries(schema.properties ?? {}).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || (schema.required ?? []).includes(name),
    ...(description && { description }),
    schema: rest,
  }))
}
