import { type Trick } from '../base-request.ts'
import { type Schema, type Target } from '../document.ts'
import { fits } from '../fits.ts'
import { hostileStrings, unstorable } from '../hostile-strings.ts'

type Place = { path: string[]; schema: Schema }

const here = '\u0001here\u0001'

/** As JSON text, because some of it can't be said with values: 1e400, or numbers with more digits than a double holds. */
const oddValues: readonly string[] = [
  'null', 'true', 'false', '[]', '{}', '[null]', '[[]]', '{"a":1}', '""', '"x"', '" "',
  '0', '-0', '-1', '1.5', '0.1', '-1e-400', '1e400', '-1e400', '1e308', '4294967296', '2147483648', '-2147483649',
  '9007199254740991', '9007199254740992', '9007199254740993', '18446744073709551616', '123456789012345678901234567890',
  '"0"', '"1"', '"true"', '"null"', '"NaN"', '"2026-13-45T99:99:99Z"', '"0000-01-01T00:00:00Z"', '"9999-12-31T23:59:59.999999999+14:00"',
  JSON.stringify('y'.repeat(50_000)),
  `[${'"a",'.repeat(3_000)}"a"]`,
  `{${Array.from({ length: 3_000 }, (_, at) => `"k${at}":"v"`).join()}}`,
  `${'['.repeat(500)}${']'.repeat(500)}`,
]

const texts = (strings: readonly string[]) => strings.map((text) => JSON.stringify(text))

/** Each field of the body, one odd or hostile value at a time. */
export const fieldTricks = ({ body }: Target) => (body ? inEveryPlace(body, [...oddValues, ...texts(hostileStrings)]) : [])

/** By themselves, because a sample of all the others would leave out some field. */
export const unstorableTricks = ({ body }: Target) => (body ? inEveryPlace(body, texts(unstorable.slice(0, 3))) : [])

function inEveryPlace(body: Schema, values: readonly string[]): Trick[] {
  return placesIn(body).flatMap((place) =>
    values.map((json) => ({
      name: `${place.path.join('.')} = ${json.length > 60 ? `${json.slice(0, 50)}…` : json}`,
      make: (base) => {
        const parsed = JSON.parse(String(base.body)) as Record<string, unknown>
        const wrong = !fits(place.schema, JSON.parse(json))
        const text = JSON.stringify(put(parsed, place.path, here)).replace(JSON.stringify(here), () => json)
        return { ...base, body: Buffer.from(text), mustRefuse: wrong, ...(wrong && { codes: ['invalid_input', 'out_of_range'] as const }) }
      },
    } satisfies Trick)),
  )
}

export function placesIn(schema: Schema, path: string[] = []): Place[] {
  const variants = schema.anyOf ?? [schema]
  const deeper = variants.flatMap(({ properties = {}, additionalProperties, items }) => [
    ...Object.entries(properties).flatMap(([name, property]) => placesIn(property, [...path, name])),
    ...(typeof additionalProperties === 'object' ? placesIn(additionalProperties, [...path, 'key']) : []),
    ...(items ? placesIn(items, [...path, '0']) : []),
  ])
  return path.length === 0 ? deeper : [{ path, schema }, ...deeper]
}

function put(into: unknown, [first, ...rest]: string[], value: unknown): unknown {
  if (first === undefined) return value
  if (first === '0') return [put(undefined, rest, value)]
  const object = typeof into === 'object' && into !== null && !Array.isArray(into) ? (into as Record<string, unknown>) : {}
  return { ...object, [first]: put(object[first], rest, value) }
}
