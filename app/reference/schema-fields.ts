import { type JsonSchema } from './openapi.ts'

export type Schemas = Record<string, JsonSchema>
export type FieldLine = { name: string; depth: number; type: string; required: boolean; said: string }

const nameOf = (ref: string) => ref.split('/').at(-1) ?? ref

export const resolve = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {})

const choices = (schema: JsonSchema) => schema.anyOf ?? schema.oneOf

/** A type in few words: `string`, `Session[]`, `"alive" | "dead"`, `integer or null`. */
export function sayType(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  const options = choices(schema)
  if (options !== undefined) return [...new Set(options.map(sayType))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.type === 'array') return `${schema.items === undefined ? 'any' : sayType(schema.items)}[]`
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object' && schema.properties === undefined) {
    return `object of ${sayType(schema.additionalProperties)}`
  }
  if (schema.format !== undefined) return `${schema.type ?? 'string'} (${schema.format})`
  return schema.type ?? 'any'
}

const huge = (value: number | undefined) => value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER

function sayLimits(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength } = schema
  return [
    ...(huge(minimum) && huge(maximum) ? [] : [`${huge(minimum) ? '' : minimum}…${huge(maximum) ? '' : maximum}`]),
    ...(minLength === undefined && maxLength === undefined ? [] : [`${minLength ?? 0}…${maxLength ?? ''} characters`]),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
}

export function sayField(schema: JsonSchema): string {
  const inner = choices(schema)?.find((option) => option.type !== 'null')
  return [schema.description, ...sayLimits(schema), ...(inner === undefined ? [] : sayLimits(inner))]
    .filter((part) => part !== undefined)
    .join(' · ')
}

const insides = (schema: JsonSchema): JsonSchema =>
  schema.type === 'array' && schema.items !== undefined
    ? insides(schema.items)
    : (choices(schema)?.map(insides).find(({ properties }) => properties !== undefined) ?? schema)

/** The fields of a schema, nested ones indented. Named schemas are said by name: they have their own table. */
export function listFields(schema: JsonSchema, schemas: Schemas, depth = 0): FieldLine[] {
  const whole = depth === 0 ? resolve(schema, schemas) : schema
  const { properties = {}, required = [] } = insides(whole)
  if (depth > 3) return []
  return Object.entries(properties).flatMap(([name, field]) => [
    { name, depth, type: sayType(field), required: required.includes(name), said: sayField(field) },
    ...(field.$ref === undefined ? listFields(field, schemas, depth + 1) : []),
  ])
}
