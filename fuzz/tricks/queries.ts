import { searchOf, type Trick, wellFormed } from '../base-request.ts'
import { type Schema, type Target } from '../document.ts'
import { fitsQuery } from '../fits.ts'
import { hostileStrings } from '../hostile-strings.ts'
import { type FuzzRequest } from '../request.ts'

/** What an opaque cursor might hold inside. */
const cursors = [
  'null', '[]', '{}', '[1,2,3,4,5]', '["a","b"]', '{"startedAt":"x","id":"y"}', '["9999999-01-01","a"]', '[null,null]', '{"__proto__":1}',
  '\u0000', '["2026-01-01T00:00:00Z","\u0000"]', '[1e400,1e400]', '2026-01-01T00:00:00Z agent-1', '["infinity","a"]', '["0000-01-01","a"]',
  '["2026-01-01T00:00:00Z",7]', '["2026-01-01T00:00:00Z",9007199254740993]', '["4714-11-24 BC","a"]',
]
const oddTexts = [
  '-1', '0', '1', '1.5', '1001', '1e9', '1e400', '0x10', '١', 'NaN', 'Infinity', '9007199254740993', '99999999999999999999',
  'active', 'ACTIVE', 'active,merged', 'abc', '1.1.1', 'x'.repeat(600), 'x'.repeat(6_000),
  '9999-12-31T23:59:59+14:00', '0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-01-01T00:00:00.123456789123456789Z',
  ...cursors.map((text) => Buffer.from(text).toString('base64url')),
  ...hostileStrings,
]
const rawSearches: Record<string, string> = {
  'an unknown parameter': 'colour=red',
  'a prototype': '__proto__=x',
  'a nested prototype': '__proto__[role]=admin',
  'a constructor': 'constructor=x',
  'brackets': 'status[]=active',
  'a nested name': 'status[0][x]=active',
  'an empty name': '=x',
  'a name that can not be decoded': '%zz=1',
  'an encoded NUL as a name': '%00=1',
  'a thousand parameters': Array.from({ length: 1_000 }, (_, at) => `p${at}=1`).join('&'),
}

export function queryTricks({ query, redirects }: Target): Trick[] {
  return [
    ...Object.entries(rawSearches).map(([name, search]): Trick => ({
      name: `query: ${name}`,
      make: (base) => ({ ...base, target: `${pathOf(base)}?${search}`, ...(!redirects && { mustRefuse: true, codes: ['invalid_input'] }) }),
    })),
    { name: 'query: only separators', make: (base) => ({ ...base, target: `${pathOf(base)}?&&&` }) },
    ...Object.entries(query).flatMap(([name, schema]) => [
      ...oddTexts.map((text) => given(name, schema, [text])),
      given(name, schema, ['a', 'a']),
      given(name, schema, Array.from({ length: 51 }, () => 'a')),
      given(name, schema, Array.from({ length: 900 }, () => 'a')),
      ...['%zz', '%ff', '%c0%af', '%', '%ed%a0%80'].map((raw): Trick => ({
        name: `${name} = ${raw}`,
        make: (base) => ({ ...base, target: `${pathOf(base)}?${name}=${raw}` }),
      })),
    ]),
  ]
}

const given = (name: string, schema: Schema, values: string[]): Trick => ({
  name: values.length > 1 ? `${name} ${values.length} times` : `${name} = ${JSON.stringify(values[0]!.slice(0, 40))}`,
  make: (base) => {
    const wrong = !fitsQuery(schema, values.map(wellFormed))
    const target = pathOf(base) + searchOf(values.map((value) => [name, value]))
    return { ...base, target, mustRefuse: wrong, ...(wrong && { codes: ['invalid_input', 'invalid_cursor'] as const }) }
  },
})

const pathOf = ({ target }: FuzzRequest) => target.split('?')[0]!
