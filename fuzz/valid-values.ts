import { type Schema } from './document.ts'
import { fits } from './fits.ts'
import { cutTo, storable } from './hostile-strings.ts'
import { type Random } from './random.ts'

/** By the name of a field: values that are known to mean something, such as a password that is right. */
export type Known = Record<string, readonly string[]>

/** A value that fits by the document, as odd as that allows. */
export function validValue(schema: Schema, random: Random, known: Known = {}): unknown {
  if (schema.anyOf) return validValue(random.pick(schema.anyOf), random)
  if (schema.enum) return random.pick(schema.enum)
  if ('const' in schema) return schema.const
  switch (schema.type) {
    case 'string': return validString(schema, random)
    case 'integer': return validNumber(schema, random, true)
    case 'number': return validNumber(schema, random, random.chance(0.7))
    case 'boolean': return random.chance(0.5)
    case 'array': return Array.from({ length: random.int(4) }, () => validValue(schema.items ?? {}, random))
    case 'object': return validObject(schema, random, known)
    default: return null
  }
}

function validObject({ properties = {}, required = [], additionalProperties, propertyNames }: Schema, random: Random, known: Known) {
  const entries = Object.entries(properties)
    .filter(([name]) => required.includes(name) || random.chance(0.3))
    .map(([name, schema]) => [name, known[name]?.length && random.chance(0.5) ? random.pick(known[name]) : validValue(schema, random)])
  if (typeof additionalProperties === 'object')
    for (let more = random.int(4); more > 0; more--)
      entries.push([validString(propertyNames ?? {}, random), validValue(additionalProperties, random)])
  // Through JSON, so that __proto__ as the name of a label is a name like any other.
  return JSON.parse(`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`) as object
}

const words = ['main', 'shop-api', 'feature/rate-limits', 'agent-1', 'opus', 'x', 'Réd', 'src/index.ts', '2026-01-01T00:00:00Z', '1', 'fleet']

export function validString(schema: Schema, random: Random): string {
  const { minLength = 0, maxLength = 5_000 } = schema
  for (let attempt = 0; attempt < 8; attempt++) {
    const text = cutTo(random.pick(random.chance(0.5) ? storable : [...words, ...(schema.examples ?? [])]), maxLength).padEnd(minLength, 'p')
    if (fits(schema, text)) return text
  }
  const made = [
    `p${random.hex(8)}@example.com`,
    `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`,
    `${1970 + random.int(90)}-0${1 + random.int(9)}-1${random.int(9)}T00:00:00.${random.hex(2).replaceAll(/\D/g, '0')}Z`,
    random.hex(Math.max(minLength, 8)),
    ...(schema.examples ?? []),
  ]
  const text = made.find((one) => fits(schema, one))
  if (text === undefined) throw new Error(`No text fits ${JSON.stringify(schema)}: give it an example in the contract.`)
  return text
}

function validNumber({ minimum = 0, maximum = 1e9 }: Schema, random: Random, whole: boolean): number {
  if (random.chance(0.3)) return random.pick([minimum, maximum])
  const number = minimum + random.next() * (maximum - minimum)
  return whole ? Math.min(maximum, Math.ceil(number)) : number
}
