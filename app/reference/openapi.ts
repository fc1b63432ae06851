import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { readError, unreachable, unreadable } from '../live/api-error.ts'
import { goToSignIn } from '../live/go-to-sign-in.ts'

/** As much of a JSON Schema as the page shows. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}
const schema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null)
const Content = z.record(z.string(), z.looseObject({ schema: schema.optional() })).optional()

const DescribedOperation = z.looseObject({
  operationId: z.string().optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).default(['other']),
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().default(false), description: z.string().optional(), schema: schema.optional() }))
    .default([]),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string().optional(), content: Content })).default({}),
  security: z.array(z.unknown()).optional(),
})
export type DescribedOperation = z.infer<typeof DescribedOperation>

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

export const OpenApi = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string().optional() }),
  paths: z.record(z.string(), z.partialRecord(z.enum(methods), DescribedOperation)),
  components: z.looseObject({ schemas: z.record(z.string(), schema).default({}) }).optional(),
})
export type OpenApi = z.infer<typeof OpenApi>
export type Listed = { method: string; path: string; operation: DescribedOperation }

/** By tag, in the order of the document. */
export function groupByTag(document: OpenApi): Map<string, Listed[]> {
  const groups = new Map<string, Listed[]>()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method]
      if (operation === undefined) continue
      const tag = operation.tags[0] ?? 'other'
      groups.set(tag, [...(groups.get(tag) ?? []), { method: method.toUpperCase(), path, operation }])
    }
  }
  return groups
}

export function useOpenApi() {
  return useQuery({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/api/openapi.json', { signal }).catch((cause: unknown) => {
        throw unreachable(cause)
      })
      if (response.status === 401) goToSignIn()
      if (!response.ok) throw await readError(response)
      const parsed = OpenApi.safeParse(await response.json())
      if (!parsed.success) throw unreadable(parsed.error, response.status)
      return parsed.data
    },
  })
}
