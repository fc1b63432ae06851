import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'

const given = { MUSTER_OIDC_ISSUER: 'https://login.example', MUSTER_OIDC_CLIENT_ID: 'muster', MUSTER_OIDC_CLIENT_SECRET: 'secret' }
const read = (environment: Record<string, string>) => readConfig({ NODE_ENV: 'test', ...environment })
const oidc = (more: Record<string, string> = {}) => read({ ...given, ...more }).oidc

test('without a word of it, it is off', () => {
  expect(read({}).oidc).toBeNull()
})

test('by default nobody new comes in', () => {
  expect(oidc()).toEqual({
    issuer: 'https://login.example', clientId: 'muster', clientSecret: 'secret', name: 'Sign in with OpenID', allowedDomains: [], defaultRole: 'viewer',
  })
  expect(oidc({ MUSTER_OIDC_ALLOWED_DOMAINS: 'Example.org, b.example' })).toMatchObject({ allowedDomains: ['example.org', 'b.example'], defaultRole: 'viewer' })
})

test.each<[string, Record<string, string>]>([
  ['half of it', { MUSTER_OIDC_CLIENT_SECRET: '' }],
  ['a role that nobody can get', { MUSTER_OIDC_DEFAULT_ROLE: 'operator' }],
  ['a role that is none', { MUSTER_OIDC_DEFAULT_ROLE: 'owner', MUSTER_OIDC_ALLOWED_DOMAINS: 'example.org' }],
  ['a provider in the clear', { MUSTER_OIDC_ISSUER: 'http://login.example' }],
  ['no URL', { MUSTER_OIDC_ISSUER: 'login.example' }],
  ['a domain that is none', { MUSTER_OIDC_ALLOWED_DOMAINS: '*' }],
])('%s is refused at the start', (_, more) => {
  expect(() => oidc(more)).toThrow(/MUSTER_OIDC_/)
})

test('on this machine a provider may be in the clear', () => {
  for (const host of ['localhost:9', '127.0.0.1', '[::1]:9']) expect(oidc({ MUSTER_OIDC_ISSUER: `http://${host}` })).not.toBeNull()
})
