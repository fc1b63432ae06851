import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { type ErrorCode, errorCodes } from '../../contract/errors.ts'
import { type Operation, type OperationId, operations } from '../../contract/operations.ts'
import { isOpen } from '../../contract/roles.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument()
type Described = {
  operationId: string
  summary: string
  security?: unknown[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { required: boolean; content: Record<string, { schema: { properties: object; additionalProperties?: boolean } }> }
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
}
const at = (operation: Operation) => document.paths[`/api/v1${operation.path}`]![operation.method.toLowerCase()] as Described
const table = Object.entries<Operation>(operations)

test('[API-1] the document is OpenAPI 3.1 by the schema of the standard, and every reference leads somewhere', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
  for (const [, ref] of JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)) {
    const found = ref!.slice(2).split('/').reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)
    expect(found, ref).toBeTypeOf('object')
  }
})

describe.each(table)('[API-1] %s', (operationId, operation) => {
  test('has its name, its sentence, and every part of the address as a parameter', () => {
    expect(at(operation)).toMatchObject({ operationId, summary: operation.summary })
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(at(operation).parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath)
    for (const parameter of at(operation).parameters.filter(({ in: where }) => where === 'path')) expect(parameter.required).toBe(true)
    expect(at(operation).parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)).toEqual(Object.keys(operation.query?.shape ?? {}))
  })

  test('shows the fields that the validating schema has, and no others are allowed', () => {
    const body = at(operation).requestBody
    expect(body === undefined).toBe(operation.body === undefined)
    if (!body) return
    const { schema } = body.content['application/json']!
    expect(Object.keys(schema.properties)).toEqual(Object.keys(operation.body!.shape))
    expect(schema.additionalProperties).toBe(false)
    expect(body.required).toBe(!operation.body!.safeParse({}).success)
  })

  test('lists its answer and every refusal of the table under the status that it has', () => {
    const { responses, security } = at(operation)
    expect(responses[operation.status]).toBeDefined()
    const expected: ErrorCode[] = ['invalid_input', 'try_again', 'database_unavailable', ...operation.errors]
    for (const code of expected) expect(responses[errorCodes[code].status]!.description).toContain(code)
    expect(security).toEqual(isOpen(operationId as OperationId) ? [] : undefined)
    expect(Object.hasOwn(responses, 401) && responses[401]!.description.includes('not_signed_in')).toBe(!isOpen(operationId as OperationId))
  })
})
