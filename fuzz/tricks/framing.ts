import { gzipSync } from 'node:zlib'
import { type Trick, without, withHeader } from '../base-request.ts'
import { type Target } from '../document.ts'
import { type FuzzRequest, type Header } from '../request.ts'
import { withBody } from './bodies.ts'

const wrongTypes = [
  'text/plain', 'text/html', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml',
  'application/octet-stream', 'application/jsonx', 'application/json+x', 'application/csp-report', '*/*', 'json', '/', ';', 'a'.repeat(3_000),
  'application/json; charset=utf-16', 'application/json; charset=iso-8859-1', 'application/json; charset=utf-7', 'application/json; charset="x',
]
const oddTypes = [
  'application/JSON', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"', 'application/json;', 'application/json; x=y; z',
  'application/json, text/plain', 'application/json;;;', '\xff',
]
const lengths: readonly [name: string, value: string][] = [
  ['below nothing', '-1'], ['not a number', 'x'], ['with an exponent', '1e1'], ['with a sign', '+2'], ['beyond 2^64', '99999999999999999999'],
  ['as a list', '2, 3'], ['empty', ''], ['in hex', '0x2'],
]
const chunked: readonly [name: string, body: string][] = [
  ['garbage', 'this is no chunk'], ['a size beyond all', 'FFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n'], ['a negative size', '-2\r\n{}\r\n0\r\n\r\n'],
  ['no line end after a chunk', '2\r\n{}0\r\n\r\n'], ['a size in words', 'two\r\n{}\r\n0\r\n\r\n'], ['NUL in a size', '2\u0000\r\n{}\r\n0\r\n\r\n'],
  ['no last chunk', '2\r\n{}\r\n'],
]

/** How the body is announced and framed, on a raw socket: none of it reaches a handler. */
export function framingTricks({ method }: Target): Trick[] {
  if (method === 'GET') return []
  const refused = (name: string, make: (base: FuzzRequest) => FuzzRequest, code?: 'unsupported_media_type'): Trick => ({
    name,
    make: (base) => ({ ...make(whole(base)), mustRefuse: true, ...(code && { codes: [code] }) }),
  })
  const encoded = (name: string, coding: string, pack: (body: Buffer) => Buffer = (body) => body) =>
    refused(name, (base) => ({ ...framed(base, ['content-encoding', coding]), body: pack(base.body!) }), 'unsupported_media_type')
  return [
    ...wrongTypes.map((type) => refused(`content type ${type.slice(0, 50)}`, (base) => typed(base, type), 'unsupported_media_type')),
    ...oddTypes.map((type): Trick => ({ name: `content type ${type}`, make: (base) => typed(whole(base), type) })),
    refused('no content type', (base) => ({ ...base, headers: without(base.headers, 'content-type') }), 'unsupported_media_type'),
    { name: 'two content types', make: (base) => ({ ...whole(base), headers: [...base.headers, ['content-type', 'text/plain']] }) },
    encoded('gzip that is none', 'gzip'),
    encoded('gzip', 'gzip', (body) => gzipSync(body)),
    encoded('a bomb', 'gzip', () => gzipSync(Buffer.alloc(50_000_000))),
    encoded('an unknown coding', 'x-nothing'),
    ...lengths.map(([name, value]) => refused(`a length ${name}`, (base) => ({ ...framed(base, ['content-length', value]), cut: true }))),
    refused('a length that is too long', (base) => ({ ...framed(base, ['content-length', String(base.body!.length + 9)]), cut: true })),
    refused('a length that is too short', (base) => framed(base, ['content-length', '1'])),
    refused('two lengths', (base) => framed(base, ['content-length', String(base.body!.length)], ['content-length', '1'])),
    refused('a length and chunks', (base) => framed(base, ['content-length', '5'], ['transfer-encoding', 'chunked'])),
    ...chunked.map(([name, body]) => refused(`chunks: ${name}`, (base) => inChunks(base, body))),
    refused('an unknown transfer coding', (base) => framed(base, ['transfer-encoding', 'gzip'])),
    refused('chunked twice', (base) => ({ ...framed(base, ['transfer-encoding', 'chunked, chunked']), cut: true })),
    {
      name: 'valid chunks of one byte, with extensions',
      make: (base) => {
        const chunks = [...whole(base).body!].flatMap((byte) => [Buffer.from('1;a=b\r\n'), Buffer.from([byte]), Buffer.from('\r\n')])
        return framed(withBody(base, Buffer.concat([...chunks, Buffer.from('0\r\nx-trailer: 1\r\n\r\n')])), ['transfer-encoding', 'chunked'])
      },
    },
    { name: 'expects 100-continue', make: (base) => framed(whole(base), ['expect', '100-continue']) },
    refused('expects something unknown', (base) => framed(base, ['expect', 'bananas'])),
  ]
}

/** Operations without a body get one here: how it is framed is judged before anybody asks whether it should be there. */
const whole = (base: FuzzRequest) => withBody(base, base.body ?? '{}')
const framed = (base: FuzzRequest, ...headers: Header[]): FuzzRequest => ({ ...base, headers: withHeader(base.headers, ...headers) })
const typed = (base: FuzzRequest, type: string) => framed(base, ['content-type', type])
const inChunks = (base: FuzzRequest, body: string) => ({ ...framed(withBody(base, body), ['transfer-encoding', 'chunked']), cut: true })
