/** What is used of JSON Schema in the document of the API. */
export type Schema = {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object'
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  examples?: string[]
}

export type Target = {
  id: string
  method: string
  path: string
  params: Record<string, Schema>
  query: Record<string, Schema>
  body: Schema | null
  /** Leads browsers on, with a query that somebody else has made: a provider may add to it what it likes. */
  redirects: boolean
}

type Parameter = { name: string; in: 'path' | 'query'; schema: Schema }
type Described = {
  operationId: string
  parameters?: Parameter[]
  responses: Record<string, unknown>
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type Document = {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

/** Every operation that the served document knows, with its references resolved. */
export function readTargets(document: Document): Target[] {
  const whole = (schema: Schema) => resolve(schema, document.components.schemas)
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const body = described.requestBody?.content['application/json']?.schema
      const within = (where: Parameter['in']) =>
        Object.fromEntries((described.parameters ?? []).filter((one) => one.in === where).map(({ name, schema }) => [name, whole(schema)]))
      return {
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        params: within('path'),
        query: within('query'),
        body: body ? whole(body) : null,
        redirects: '302' in described.responses,
      }
    }),
  )
}

function resolve<Part>(part: Part, named: Record<string, Schema>): Part {
  if (Array.isArray(part)) return part.map((item: unknown) => resolve(item, named)) as Part
  if (typeof part !== 'object' || part === null) return part
  const { $ref } = part as { $ref?: unknown }
  if (typeof $ref === 'string') return resolve(named[$ref.split('/').at(-1)!] as Part, named)
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolve(value as unknown, named)])) as Part
}
