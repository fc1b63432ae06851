import { type Trick, without, withHeader } from '../base-request.ts'
import { type Target } from '../document.ts'
import { type Header } from '../request.ts'

const badBearers = [
  '', 'Bearer', 'Bearer ', 'bearer', 'Bearer x', 'Bearer mst_', 'Bearer mss_', `Bearer mst_${'a'.repeat(43)}`,
  `Bearer mst_${'a'.repeat(7_000)}`,
  'Basic YWRtaW46YWRtaW4=', 'Digest x', 'Bearer null', 'Bearer undefined', 'Bearer [object Object]', "Bearer mst_' or '1'='1",
  'Bearer mst_%00', 'Bearer mst_\xff\xfe', 'Bearer mst_a,b,c', 'Bearer mst_{}', 'mst_a', 'Bearer mss_a Bearer mss_b',
  'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYWRtaW4ifQ.',
]
const badCookies = [
  '', '=', ';;;', '__proto__=x; constructor=y', 'a=b; '.repeat(1_000), '__Secure-muster.session_token=a.b', 'muster.session_data=e30=',
  'muster.session_token', 'muster.session_token=a; muster.session_token=b',
  ...['', '.', 'a.b', '%00', '%E0%A4%A', '\xff\xfe', 'a'.repeat(7_000), '"a', "' or '1'='1"].map((value) => `muster.session_token=${value}`),
]
const keys = [
  '', ' ', 'k', 'a'.repeat(255), 'a'.repeat(256), 'a'.repeat(7_000), "'; drop table idempotency_keys; --", '{"a":1}', '../..',
  '\xc3\xa9', '\xff', '\xf0\x9f\x98\x80', 'a\tb', '%00',
]
const odd: readonly (readonly [name: string, headers: Header[]])[] = [
  ['a header of 60,000', [['x-long', 'a'.repeat(60_000)]]],
  ['3,000 headers', Array.from({ length: 3_000 }, (_, at) => [`x-${at}`, 'a'] as const)],
  ['a name with spaces', [['x y', 'a']]],
  ['NUL in a header', [['x-nul', 'a\u0000b']]],
  ['a bare line feed in a header', [['x-feed', 'a\nb']]],
  ['a folded header', [['x-fold', 'a\r\n b']]],
  ['a smuggled header', [['x-split', 'a\r\nhost: evil.example']]],
]
const harmless: readonly (readonly [name: string, headers: Header[]])[] = [
  ['a range', [['range', 'bytes=0-1,5-99999999999']]],
  ['odd validators', [['if-none-match', '*'], ['if-modified-since', 'never'], ['if-match', '""""']]],
  ['an odd accept', [['accept', 'text/html;q=x, */*;q=99'], ['accept-encoding', 'x;q=0, \xff'], ['accept-language', '*-*']]],
  ['forwarded from everywhere', [['x-forwarded-for', 'a, b, ::1, <b>, \xff'], ['forwarded', 'for="_x"']]],
  ['forwarded from another host', [['x-forwarded-host', 'evil.example'], ['x-forwarded-proto', 'gopher']]],
  ['forwarded from a list without end', [['x-forwarded-for', '1.2.3.4,'.repeat(800)]]],
  ['an odd user agent', [['user-agent', "<script>\xff'%00"]]],
  ['a prototype as a header', [['__proto__', 'x'], ['constructor', 'y']]],
  ['an upgrade to HTTP/2', [['connection', 'Upgrade, HTTP2-Settings'], ['upgrade', 'h2c'], ['http2-settings', 'AAMAAABkAAQAAP__']]],
  ['an upgrade to a websocket', [['connection', 'Upgrade'], ['upgrade', 'websocket'], ['sec-websocket-version', '13']]],
]

/** Credentials, keys, hosts, and what else stands in a head. */
export function headerTricks({ id, method }: Target, isOpen: boolean): Trick[] {
  const refused = !isOpen
  const nobody = (name: string, ...headers: Header[]): Trick => ({
    name,
    make: (base) => ({
      ...base, headers: [...without(base.headers, 'authorization', 'cookie', 'origin'), ...headers],
      mustRefuse: refused,
      ...(refused && { codes: ['not_signed_in', 'invalid_input', 'cross_site'] as const }),
    }),
  })
  const more = (name: string, headers: Header[], mustRefuse = false): Trick => ({
    name,
    make: (base) => ({ ...base, mustRefuse, headers: withHeader(base.headers, ...headers) }),
  })
  const fromElsewhere = (origin: string): Header[] => [['cookie', 'muster.session_token=x'], ['origin', origin], ['authorization', 'Basic x']]
  return [
    nobody('no credentials'),
    ...badBearers.map((value) => nobody(`authorization: ${value.slice(0, 40)}`, ['authorization', value])),
    ...badCookies.map((cookie): Trick => ({
      name: `cookie: ${cookie.slice(0, 40)}`,
      make: (base, random, world) => nobody('', ['cookie', cookie], ['origin', world.url.origin]).make(base, random, world),
    })),
    nobody('two authorizations', ['authorization', 'Bearer a'], ['authorization', 'Bearer b']),
    ...(method === 'GET' ? [] : [
      ...keys.map((key) => more(`idempotency key ${JSON.stringify(key.slice(0, 30))}`, [['idempotency-key', key]])),
      more('two idempotency keys', [['idempotency-key', 'a'], ['idempotency-key', 'b']]),
      more('a cookie from another site', fromElsewhere('https://evil.example'), true),
      more('a cookie from nowhere', fromElsewhere('null'), true),
    ]),
    ...['evil.example', 'a b', 'a'.repeat(3_000), '', "<b>' or 1=1"].map((host) => more(`host ${host.slice(0, 20)}`, [['host', host]], true)),
    { name: 'no host', make: (base) => ({ ...base, headers: without(base.headers, 'host'), mustRefuse: true }) },
    { name: 'two hosts', make: (base) => ({ ...base, headers: [...base.headers, ['host', 'evil.example']], mustRefuse: false }) },
    ...odd.map(([name, headers]) => more(name, headers)),
    ...(id === 'signOut' ? [] : harmless.map(([name, headers]) => more(name, headers))),
  ]
}
