import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type ErrorAnswer, type ErrorCode, errorCodes } from '../contract/errors.ts'
import { maxLabels, type RegisteredSession } from '../contract/sessions.ts'
import { openLine } from '../test/feed-follower.ts'
import { createDatabase } from '../test/postgres-cluster.ts'
import { type FuzzTarget, startTarget } from './start-target.ts'
import { changedTables, readState } from './state.ts'
import { bodyLimit } from './tricks/bodies.ts'

let target: FuzzTarget
let id: string

const call = (method: string, path: string, body?: string) =>
  fetch(`${target.server.url}/api/v1${path.replace('{id}', id)}`, {
    method, body, headers: { authorization: `Bearer ${target.tokens.agent}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
  })
const labels = (count: number, prefix = 'k') => Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, 'v']))
const times = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}=w${at}`).join('&')
const json = JSON.stringify

beforeAll(async () => {
  target = await startTarget(await createDatabase(), { MUSTER_RATE_PER_SECOND: '50' })
  const made = await call('POST', '/sessions', json({ name: 'full', labels: labels(maxLabels - 4) }))
  id = ((await made.json()) as RegisteredSession).session.id
})
afterAll(() => target.stop())

type Call = [method: string, path: string, body?: string]
const register = (body: object): Call => ['POST', '/sessions', json(body)]
const update = (body: object): Call => ['PATCH', '/sessions/{id}', json(body)]
const limits: [what: string, code: ErrorCode, within: Call, over: Call][] = [
  ['a body', 'body_too_large', ['POST', '/sessions', '{}'.padEnd(bodyLimit)], ['POST', '/sessions', '{}'.padEnd(bodyLimit + 1)]],
  ['labels', 'invalid_input', register({ labels: labels(maxLabels) }), register({ labels: labels(maxLabels + 1) })],
  ['labels, with those it has', 'invalid_input', update({ labels: labels(4, 'new') }), update({ labels: labels(5, 'newer') })],
  ['the key of a label', 'invalid_input', register({ labels: { ['k'.repeat(63)]: '' } }), register({ labels: { ['k'.repeat(64)]: '' } })],
  ['the value of a label', 'invalid_input', register({ labels: { k: 'v'.repeat(255) } }), register({ labels: { k: 'v'.repeat(256) } })],
  ['attach rules', 'invalid_input', register({ attachPrecedence: Array(32).fill('a') }), register({ attachPrecedence: Array(33).fill('a') })],
  ['the length of a page', 'invalid_input', ['GET', '/sessions?limit=1000'], ['GET', '/sessions?limit=1001']],
  ['the values of a filter', 'invalid_input', ['GET', `/sessions?${times(50, 'thread')}`], ['GET', `/sessions?${times(51, 'thread')}`]],
  ['a cursor', 'invalid_cursor', ['GET', '/sessions'], ['GET', `/sessions?cursor=${'a'.repeat(500)}`]],
  ['an address', 'invalid_input', ['GET', `/sessions?q=${'a'.repeat(200)}`], ['GET', `/sessions?q=${'a'.repeat(20_000)}`]],
]

test.each(limits)('[SEC-6] %s: up to the limit is taken, over it is %s and changes nothing', async (_what, code, within, over) => {
  expect((await call(...within)).status).toBeLessThan(300)
  const before = await readState(target.client)
  const refused = await call(...over)
  const { error } = (await refused.json()) as ErrorAnswer
  expect([refused.status, error.code]).toEqual([errorCodes[code].status, code])
  expect(changedTables(before, await readState(target.client))).toEqual([])
})

test('[SEC-6] rooms are joined at the same rate, through however many sockets', async () => {
  const lines = Array.from({ length: 4 }, () => openLine(target.server.url, target.tokens.viewer))
  onTestFinished(() => lines.forEach((line) => line.disconnect()))
  const join = { room: 'fleet', cursor: '1.1.1' } as const
  const answers = await Promise.all(Array.from({ length: 400 }, (_, at) => lines[at % lines.length]!.emitWithAck('room:join', join)))
  const codes = answers.map((answer) => (answer.ok || answer.reset ? 'asked the database' : answer.error.code))
  expect(new Set(codes)).toEqual(new Set(['asked the database', 'too_many_requests']))
  expect(lines.every(({ connected }) => connected)).toBe(true)
})

test('[SEC-6] a token that calls too often is told when to come back, and the others are served', async () => {
  const answers = await Promise.all(Array.from({ length: 400 }, () => call('GET', '/me')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(((await refused[0]!.json()) as ErrorAnswer).error.code).toBe('too_many_requests')
  await expect(target.call(target.asAdmin, 'GET', '/api/v1/me')).resolves.toMatchObject({ status: 200 })
})
