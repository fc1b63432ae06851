import { type Target } from './document.ts'
import { type Random } from './random.ts'
import { type FuzzRequest, type Header } from './request.ts'
import { validValue } from './valid-values.ts'
import { type World } from './world.ts'

/** A way to make something odd of a valid request. */
export type Trick = { name: string; make: (base: FuzzRequest, random: Random, world: World) => FuzzRequest }

/** Valid by the document, with credentials that may. */
export function baseRequest(target: Target, random: Random, world: World): FuzzRequest {
  const params = Object.fromEntries(Object.keys(target.params).map((name) => [name, world.param(target, name, random)]))
  const query = Object.entries(target.query)
    .filter(() => random.chance(0.25))
    .flatMap(([name, schema]) => [validValue(schema, random)].flat().map((value) => [name, String(value)] as const))
  const body = target.body && Buffer.from(JSON.stringify(validValue(target.body, random, world.knownValues)))
  return {
    operation: target.id,
    trick: 'valid',
    mustRefuse: false,
    mayRedirect: target.redirects,
    method: target.method,
    target: addressOf(target, params) + searchOf(query),
    headers: [
      ['host', world.url.host],
      // A proxy's word for where this comes from, or all would share one address's limit of attempts.
      ['x-forwarded-for', `10.${random.int(256)}.${random.int(256)}.${random.int(256)}`],
      ...(body ? [['content-type', 'application/json'] as const] : []),
      ...world.wayIn(target, random),
    ],
    body,
  }
}

export const addressOf = ({ path }: Target, params: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))

export const searchOf = (query: readonly (readonly [name: string, value: string])[]) =>
  query.length === 0 ? '' : `?${query.map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value)}`).join('&')}`

/** Half of a surrogate pair can't be encoded; what stands for it is what a client's own encoder puts there. */
export const wellFormed = (text: string) => Buffer.from(text).toString()
const encoded = (text: string) => encodeURIComponent(wellFormed(text))

/** Puts a header in place of those of that name. */
export const withHeader = (headers: readonly Header[], ...more: Header[]): Header[] => [
  ...headers.filter(([name]) => !more.some(([other]) => other.toLowerCase() === name.toLowerCase())),
  ...more,
]
export const without = (headers: readonly Header[], ...names: string[]) => headers.filter(([name]) => !names.includes(name.toLowerCase()))
