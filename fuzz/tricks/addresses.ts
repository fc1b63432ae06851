import { type Trick, withHeader, without } from '../base-request.ts'
import { type Target } from '../document.ts'
import { fits } from '../fits.ts'
import { type FuzzRequest } from '../request.ts'

/** None of these is a method of any operation. */
const methods = ['PUT', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'LINK', 'SEARCH', 'QUERY', 'get', 'FOO', 'G\xcbT', '']

const oddIds = [
  'UPPER', 'a b', 'a_b', '%00', 'a%00b', '%2e%2e', '%2e%2e%2f%2e%2e%2fetc', '..%2f..', '%2f', 'a%2fb', '%5c', "'%20or%20'1'='1", 'a%0d%0ax:%20y',
  '%F0%9F%98%80', '%E2%80%AE', 'é', '%3Cscript%3E', 'a'.repeat(201), 'a'.repeat(5_000), '%25%32%65', '+', '*', '$1',
  'null', '0', '-', 'undefined', '[object%20Object]',
  '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '__proto__', 'constructor',
]
const unreadable = ['%', '%zz', '%E0%A4%A', '%c0%ae', '%ff', '%ed%a0%80']

const oddAddresses: Record<string, (address: string) => string> = {
  'a slash at the end': (address) => `${address}/`,
  'slashes twice': (address) => address.replaceAll('/', '//'),
  'dots': (address) => `${address}/../${address.split('/').at(-1)}`,
  'encoded dots': (address) => `${address}/%2e%2e/%2e%2e/%2e%2e/etc/passwd`,
  'a parameter after a semicolon': (address) => `${address};x=y`,
  'NUL': (address) => `${address}%00`,
  'an encoded question mark': (address) => `${address}%3Fa=b`,
  'a fragment': (address) => `${address}#fragment`,
  'a backslash': (address) => address.replaceAll('/', '\\'),
  'upper case': (address) => address.toUpperCase(),
  'encoded letters': (address) => address.replace('v1', '%76%31'),
  'raw bytes': (address) => `${address}\xff\xfe`,
  'another host before it': (address) => `http://evil.example${address}`,
  'another host as a path': (address) => `//evil.example${address}`,
  'no path': () => '*',
  'no slash': () => 'api',
  'nothing': () => '',
  '4,000 segments': (address) => `${address}${'/a'.repeat(4_000)}`,
  'more than a header may hold': (address) => `${address}/${'a'.repeat(60_000)}`,
  'a query without end': (address) => `${address}?${'a'.repeat(9_000)}`,
  'only question marks': (address) => `${address}${'?'.repeat(500)}`,
}

const versions = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'HTTP/0.9', 'HTTP/1.1 x', 'ICY/1.1', '']

/** The request line: method, path, version. */
export function addressTricks(target: Target): Trick[] {
  return [
    ...methods.map((method): Trick => ({ name: `method ${method || 'left out'}`, make: (base) => ({ ...base, method, mustRefuse: true }) })),
    { name: 'method HEAD', make: (base) => ({ ...base, method: 'HEAD', body: null, headers: without(base.headers, 'content-type') }) },
    ...['DELETE', 'POST', 'PATCH'].map((method): Trick => ({
      name: `says that its method is ${method}`,
      make: (base) => ({ ...base, headers: withHeader(base.headers, ['x-http-method-override', method]) }),
    })),
    ...Object.entries(oddAddresses).map(([name, change]): Trick => ({
      name: `address: ${name}`,
      make: (base) => ({ ...base, target: change(pathOf(base)) }),
    })),
    ...versions.map((version): Trick => ({ name: `version ${version || 'left out'}`, make: (base) => ({ ...base, version }) })),
    ...Object.keys(target.params).flatMap((param) => [
      ...oddIds.map((id): Trick => ({
        name: `${param} = ${id.slice(0, 40)}`,
        make: (base) => ({
          ...base,
          target: withParam(target, param, Buffer.from(id).toString('latin1')),
          ...refusedUnless(fits(target.params[param]!, decodeURIComponent(id))),
        }),
      })),
      ...unreadable.map((id): Trick => ({
        name: `${param} = ${id}`,
        make: (base) => ({ ...base, target: withParam(target, param, id), ...refusedUnless(false) }),
      })),
    ]),
  ]
}

const pathOf = ({ target }: FuzzRequest) => target.split('?')[0]!
const refusedUnless = (fine: boolean) => (fine ? {} : { mustRefuse: true, codes: ['invalid_input', 'not_found'] as const })
/** As it stands: to encode it would make it harmless. */
const withParam = ({ path }: Target, param: string, raw: string) => path.replace(`{${param}}`, () => raw).replaceAll(/\{\w+\}/g, 'x')
