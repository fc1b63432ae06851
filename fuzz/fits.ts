import { type Schema } from './document.ts'

/**
 * false: by the document this can not be taken. true promises nothing, because rules that JSON Schema can't say (no ..
 * segment, at most 64 labels) stand only in the server.
 */
export function fits(schema: Schema, value: unknown): boolean {
  if (schema.anyOf && !schema.anyOf.some((one) => fits(one, value))) return false
  if (schema.allOf && !schema.allOf.every((one) => fits({ type: schema.type, ...one }, value))) return false
  if (schema.enum && !schema.enum.includes(value)) return false
  if ('const' in schema && schema.const !== value) return false
  if (schema.type === undefined) return true
  return byType[schema.type](schema, value)
}

const inRange = ({ minimum = -Infinity, maximum = Infinity }: Schema, value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= minimum && value <= maximum

const byType: Record<NonNullable<Schema['type']>, (schema: Schema, value: unknown) => boolean> = {
  null: (_schema, value) => value === null,
  boolean: (_schema, value) => typeof value === 'boolean',
  number: inRange,
  integer: (schema, value) => Number.isSafeInteger(value) && inRange(schema, value),
  string: ({ minLength = 0, maxLength = Infinity, pattern }, value) =>
    typeof value === 'string' &&
    value.length >= minLength &&
    value.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(value)),
  array: ({ items, minItems = 0, maxItems = Infinity }, value) =>
    Array.isArray(value) &&
    value.length >= minItems &&
    value.length <= maxItems &&
    (items === undefined || value.every((item) => fits(items, item))),
  object: (schema, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && hasOnly(schema, value as Record<string, unknown>),
}

function hasOnly({ properties = {}, required = [], additionalProperties = true, propertyNames }: Schema, value: Record<string, unknown>) {
  if (!required.every((name) => Object.hasOwn(value, name))) return false
  return Object.entries(value).every(([key, item]) => {
    if (Object.hasOwn(properties, key)) return fits(properties[key]!, item)
    if (propertyNames && !fits(propertyNames, key)) return false
    return typeof additionalProperties === 'boolean' ? additionalProperties : fits(additionalProperties, item)
  })
}

/** In an address everything is text, and one of a list may stand alone. */
export function fitsQuery(schema: Schema, values: string[]): boolean {
  if (schema.type === 'array') return fits(schema, values)
  if (values.length !== 1) return false
  if (schema.type !== 'number' && schema.type !== 'integer') return fits(schema, values[0])
  // A server may read ' 5' or 0x10 as a number: only what no reading makes a number is certainly wrong.
  return fits(schema, Number(values[0]))
}
