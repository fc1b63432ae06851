import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'
import { callbackPath } from '../server/people/oidc/open-oidc.ts'
import { freePort } from './free-port.ts'

export type Claims = { email?: string; email_verified?: unknown; name?: string; [other: string]: unknown }
type Token = { claims: Record<string, unknown>; key: KeyObject; otherKey: KeyObject }
type Tamper = (token: Token) => { claims?: Record<string, unknown>; key?: KeyObject } | 'no id token'

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const keyId = 'test'

/** A real OpenID provider on loopback, with a login page that asks for a name and no password. */
export async function startOidcProvider(bases: string[], people: Record<string, Claims>) {
  const issuer = `http://127.0.0.1:${await freePort()}`
  const key = newKey()
  const client = { client_id: 'muster', client_secret: 'a secret of the client that is long enough' }
  const provider: Provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: bases.map((base) => `${base}${callbackPath}`) }],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['keys of a test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people[id] }) }),
    interactions: { url: (_, { uid }) => `/login/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })

  let tamper: Tamper | null = null
  let down = false
  const answer = provider.callback()
  const server = createServer((request, response) => {
    if (down) return void response.writeHead(503).end()
    if (request.url!.startsWith('/login/')) return void login(provider, request, response)
    if (request.url === '/token' && tamper) tamperWith(response, tamper, key)
    void answer(request, response)
  })
  server.listen(Number(new URL(issuer).port), '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer,
    environment: { MUSTER_OIDC_ISSUER: issuer, MUSTER_OIDC_CLIENT_ID: client.client_id, MUSTER_OIDC_CLIENT_SECRET: client.client_secret },
    /** What its token endpoint answers is changed, until told otherwise. */
    tamper: (how: Tamper | null) => void (tamper = how),
    goAway: (away: boolean) => void (down = away),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const page = '<!doctype html><title>Provider</title><form method="post"><label>Name <input name="login"></label><button>Continue</button></form>'

async function login(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'GET') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  const name = new URLSearchParams(await text(request)).get('login')!
  const outcome = name === '' ? { error: 'access_denied' } : { login: { accountId: name } }
  await provider.interactionFinished(request, response, outcome)
}

function tamperWith(response: ServerResponse, tamper: Tamper, key: KeyObject) {
  const end = response.end.bind(response) as (body: string) => ServerResponse
  response.end = ((body: string) => {
    const { id_token: token, ...rest } = JSON.parse(body) as { id_token: string }
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
    const changed = tamper({ claims, key, otherKey: newKey() })
    const sent = JSON.stringify(changed === 'no id token' ? rest : { ...rest, id_token: sign(changed.claims ?? claims, changed.key ?? key) })
    response.setHeader('content-length', Buffer.byteLength(sent))
    return end(sent)
  }) as typeof response.end
}

function sign(claims: Record<string, unknown>, key: KeyObject) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'RS256', kid: keyId, typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`
}
