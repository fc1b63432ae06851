import { connect as connectSocket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { ErrorAnswer, type ErrorCode, errorCodes } from '../../contract/errors.ts'
import { makeAgent } from '../../test/agent.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { startServer, type TestServer } from '../../test/server.ts'
import { makeToken } from '../tokens/make-token.ts'
import { endSession } from '../sessions/end-session.ts'
import { registered } from '../../test/sessions.ts'

let server: TestServer
let headers: Record<string, string>
const ids = { active: '', ended: '', viewer: '', limited: '', other: '' }
const operator = { cookie: '', authorization: '' }

beforeAll(async () => {
  const url = await createDatabase()
  const agent = await makeAgent(url)
  headers = { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json' }
  const viewer = await makeToken(agent.ctx, { name: 'reads', role: 'viewer' })
  const limited = await makeToken(agent.ctx, { name: 'shop only', role: 'agent', workspace: 'shop' })
  Object.assign(ids, { viewer: viewer.secret, limited: limited.secret, other: (await makeToken(agent.ctx, { name: 'other', role: 'agent' })).secret })
  Object.assign(operator, agent.operator)
  ids.active = (await registered(agent.ctx)).id
  ids.ended = (await registered(agent.ctx)).id
  await endSession(agent.ctx, ids.ended, { status: 'complete' })
  server = await startServer(url)
})

type Call = { method?: string; path: string | (() => string); body?: string; headers?: Record<string, string> | (() => Record<string, string>) }
const post = (body: string, path = '/api/v1/sessions'): Call => ({ method: 'POST', path, body })
const big = JSON.stringify({ name: 'x', activity: 'y'.repeat(1_100_000) })

const refusals: [string, ErrorCode, Call][] = [
  ['an unknown route', 'not_found', { path: '/api/v1/nothing' }],
  ['an unknown address outside the API', 'not_found', { path: '/nothing' }],
  ['a wrong method', 'method_not_allowed', { method: 'PUT', path: '/api/v1/sessions' }],
  ['a wrong method on one session', 'method_not_allowed', { method: 'POST', path: () => `/api/v1/sessions/${ids.active}` }],
  ['a wrong method on health', 'method_not_allowed', { method: 'DELETE', path: '/healthz' }],
  ['broken JSON', 'invalid_input', post('{"name": ')],
  ['JSON that is no object', 'invalid_input', post('[]')],
  ['JSON null', 'invalid_input', post('null')],
  ['a prototype in JSON', 'invalid_input', post('{"__proto__": {"name": "x"}}')],
  ['no body where one is needed', 'invalid_input', { method: 'POST', path: () => `/api/v1/sessions/${ids.active}/context-queries` }],
  ['a wrong content type', 'unsupported_media_type', { ...post('name=x'), headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['text as content type', 'unsupported_media_type', { ...post('{}'), headers: { 'content-type': 'text/plain' } }],
  ['an oversized body', 'body_too_large', post(big)],
  ['an unknown field', 'invalid_input', post('{"mood":"fine"}')],
  ['a wrong type', 'invalid_input', post('{"name":7}')],
  ['half of a surrogate pair in a label', 'invalid_input', post('{"labels":{"a":"\\ud800"}}')],
  ['NUL in a name', 'invalid_input', post('{"name":"a\\u0000"}')],
  ['a bad workspace name', 'invalid_input', post('{"workspace":"../up"}')],
  ['a bad thread name', 'invalid_input', post('{"thread":"-f"}')],
  ['a bad session id', 'invalid_input', { path: '/api/v1/sessions/NO%20ID' }],
  ['a session id that is far too long', 'invalid_input', { path: `/api/v1/sessions/${'a'.repeat(2000)}` }],
  ['an address that can not be decoded', 'invalid_input', { path: '/api/v1/sessions/%E0%A4%A' }],
  ['an unknown filter', 'invalid_input', { path: '/api/v1/sessions?colour=red' }],
  ['a bad filter', 'invalid_input', { path: '/api/v1/sessions?status=paused' }],
  ['a bad limit', 'invalid_input', { path: '/api/v1/sessions?limit=0' }],
  ['a bad cursor', 'invalid_cursor', { path: '/api/v1/sessions?cursor=abc' }],
  ['a session that never was', 'session_not_found', { path: '/api/v1/sessions/nobody' }],
  ['a write to an ended session', 'session_ended', { method: 'POST', path: () => `/api/v1/sessions/${ids.ended}/heartbeat` }],
  ['deleting an active session', 'session_active', { method: 'DELETE', path: () => `/api/v1/sessions/${ids.active}`, headers: () => ({ ...operator, origin: server.url }) }],
  ['a viewer who acts', 'not_allowed', { ...post('{}'), headers: () => ({ authorization: `Bearer ${ids.viewer}` }) }],
  ['an agent who acts as an operator', 'not_allowed', { method: 'DELETE', path: () => `/api/v1/sessions/${ids.ended}` }],
  ["a write to another's session", 'not_your_session', { method: 'POST', path: () => `/api/v1/sessions/${ids.active}/heartbeat`, headers: () => ({ authorization: `Bearer ${ids.other}` }) }],
  ['registering outside its workspace', 'wrong_workspace', { ...post('{"workspace":"else"}'), headers: () => ({ authorization: `Bearer ${ids.limited}` }) }],
  ['usage out of range', 'out_of_range', { method: 'POST', path: () => `/api/v1/sessions/${ids.active}/usage`, body: '{"inputTokens":9007199254740993}' }],
  ['a wrong token', 'not_signed_in', { path: '/api/v1/sessions', headers: { authorization: 'Bearer mst_wrong' } }],
  ['no credentials', 'not_signed_in', { path: '/api/v1/sessions', headers: { authorization: '' } }],
]

test.each(refusals)('[GEN-6] %s is %s in the one shape', async (_what, code, call) => {
  const path = typeof call.path === 'string' ? call.path : call.path()
  const { 'content-type': type, ...rest } = { ...headers, ...(typeof call.headers === 'function' ? call.headers() : call.headers) }
  const response = await fetch(server.url + path, {
    method: call.method ?? 'GET', body: call.body, headers: call.body === undefined ? rest : { ...rest, 'content-type': type! },
  })
  const text = await response.text()
  const { error } = ErrorAnswer.strict().parse(JSON.parse(text))
  expect([error.code, response.status]).toEqual([code, errorCodes[code].status])
  expect(error.hint).toBe(errorCodes[code].hint)
  expect(error.message).toMatch(/^.{10,}\.$/s)
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(text).not.toMatch(/select |insert |update |\bat .*\.ts:|node_modules|FST_ERR|PostgresError/)
})

test('[GEN-6] a wrong method is told which ones there are', async () => {
  const response = await fetch(`${server.url}/api/v1/sessions/${ids.active}`, { method: 'PUT', headers: { authorization: headers.authorization! } })
  expect(response.headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH')
  expect(await response.json()).toMatchObject({ error: { details: { methods: ['DELETE', 'GET', 'HEAD', 'PATCH'] } } })
})

test('[SES-11] [GEN-6] unknown and wrong fields are all named', async () => {
  const response = await fetch(`${server.url}/api/v1/sessions/${ids.active}`, {
    method: 'PATCH', headers, body: JSON.stringify({ mood: 'fine', status: 'merged', pid: 'x', labels: { ok: 7 } }),
  })
  const { error } = ErrorAnswer.parse(await response.json())
  const fields = error.details.fields as { field: string }[]
  expect(fields.map(({ field }) => field).toSorted()).toEqual(['labels.ok', 'mood', 'pid', 'status'])
})

test.each(['NOT HTTP\r\n\r\n', 'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n', '\u0016\u0003\u0001 a TLS hello'])('[GEN-6] bytes that are not HTTP (%j) get the one shape too', async (bytes) => {
  const socket = connectSocket(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(bytes)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(ErrorAnswer.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).error.code).toBe('invalid_input')
})

test('[GEN-6] none of all that was a surprise to the server', () => {
  expect(server.log()).not.toContain('nobody foresaw')
})
