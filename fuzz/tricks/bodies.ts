import { type Trick } from '../base-request.ts'
import { type Target } from '../document.ts'
import { type FuzzRequest } from '../request.ts'

export const bodyLimit = 1_048_576

const brokenJson: Record<string, string | Buffer> = {
  'an open brace': '{',
  'cut in a string': '{"name":"ab',
  'cut after a colon': '{"name":',
  'a trailing comma': '{"name":"a",}',
  'single quotes': "{'name':'a'}",
  'bare keys': '{name:"a"}',
  'a comment': '/* a */{}',
  'two documents': '{}{}',
  'text after it': '{} x',
  'NaN as a word': '{"pid":NaN}',
  'undefined': 'undefined',
  'a raw line end in a string': '{"name":"a\nb"}',
  'a raw NUL in a string': '{"name":"a\u0000b"}',
  'NUL alone': '\u0000',
  'a bad escape': '{"name":"\\x41"}',
  'half an escape': '{"name":"\\u12"}',
  'leading zeros': '{"pid":007}',
  'hex': '{"pid":0x10}',
  'invalid UTF-8 in a value': Buffer.from('{"name":"\xff\xfe"}', 'latin1'),
  'overlong UTF-8': Buffer.from('{"name":"\xc0\xaf"}', 'latin1'),
  'a surrogate in UTF-8': Buffer.from('{"name":"\xed\xa0\x80"}', 'latin1'),
  'UTF-8 cut in a character': Buffer.from('{"name":"\xe2\x82"}', 'latin1'),
  'UTF-16': Buffer.from('\ufeff{"name":"a"}', 'utf16le'),
  'gzip without saying so': Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xab, 0xae, 5, 0]),
  'an array': '[]',
  'a string': '"name"',
  'a number': '17',
  'null': 'null',
  'true': 'true',
  'arrays 10,000 deep': '['.repeat(10_000) + ']'.repeat(10_000),
  'arrays 400,000 deep, cut': '['.repeat(400_000),
  'objects 10,000 deep': '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
  'a prototype': '{"__proto__":{"role":"admin"}}',
  'a prototype, escaped': '{"\\u005f_proto__":{"role":"admin"}}',
  'the constructor\'s prototype': '{"constructor":{"prototype":{"role":"admin"}}}',
  'many unknown fields': `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":${at}`).join()}}`,
}

const unknownNames = [
  'mood', 'isAdmin', 'ownerId', 'registeredBy', 'secretHash', 'toString', 'constructor', 'hasOwnProperty', '$where', '', '\u0000',
  '\ud800', '<b>', '__proto', 'then', 'x'.repeat(5_000),
]

/** The body as a whole. Operations without one must refuse whatever comes in its place. */
export function bodyTricks({ method, body }: Target): Trick[] {
  if (method === 'GET') return []
  const wrong = (name: string, bytes: string | Buffer): Trick => ({
    name,
    make: (base) => ({ ...withBody(base, bytes), mustRefuse: true, codes: ['invalid_input'] }),
  })
  const names = unknownNames.filter((name) => !Object.hasOwn(body?.properties ?? {}, name))
  return [
    ...Object.entries(brokenJson).map(([name, bytes]) => wrong(name, bytes)),
    ...names.map((name): Trick => ({
      name: `the unknown field ${JSON.stringify(name.slice(0, 20))}`,
      make: (base) => ({
        ...withBody(base, `{${JSON.stringify(name)}:"admin"${inner(base)}}`), mustRefuse: true, codes: ['invalid_input'],
      }),
    })),
    ...(body?.required ?? []).map((name): Trick => ({
      name: `without ${name}`,
      make: (base) => {
        const { [name]: _, ...rest } = JSON.parse(String(base.body)) as Record<string, unknown>
        return { ...withBody(base, JSON.stringify(rest)), mustRefuse: true, codes: ['invalid_input'] }
      },
    })),
    ...[1, 1_000_000, 7_000_000].map((over): Trick => ({
      name: `a body ${over} over the limit`,
      make: (base) => ({ ...padded(base, bodyLimit + over), mustRefuse: true, codes: ['body_too_large'] }),
    })),
    { name: 'a body of exactly the limit', make: (base) => padded(base, bodyLimit) },
    { name: 'a byte order mark', make: (base) => withBody(base, `\ufeff${String(base.body ?? '{}')}`) },
    { name: 'spaces around', make: (base) => withBody(base, ` \r\n\t${String(base.body ?? '{}')}\n`) },
    ...(body ? [{ name: 'every key twice', make: (base) => withBody(base, `{${inner(base).slice(1)}${inner(base)}}`) } satisfies Trick] : []),
    { name: 'no body', make: (base) => ({ ...base, body: null }) },
    { name: 'an empty body', make: (base) => withBody(base, '') },
  ]
}

const inner = ({ body }: FuzzRequest) => {
  const fields = String(body ?? '{}').slice(1, -1)
  return fields === '' ? '' : `,${fields}`
}

const padded = (base: FuzzRequest, length: number) => {
  const text = Buffer.from(String(base.body ?? '{}'))
  return withBody(base, Buffer.concat([text, Buffer.alloc(length - text.length, ' ')]))
}

export const withBody = (base: FuzzRequest, body: string | Buffer): FuzzRequest => ({
  ...base,
  headers: base.headers.some(([name]) => name === 'content-type') ? base.headers : [...base.headers, ['content-type', 'application/json']],
  body: typeof body === 'string' ? Buffer.from(body) : body,
})
