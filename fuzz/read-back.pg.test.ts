import { afterAll, beforeAll, expect, test } from 'vitest'
import { normalizePath } from '../contract/ids.ts'
import { type Person } from '../contract/people.ts'
import { type RegisteredSession, type Session, type SessionDetail, type SessionPage } from '../contract/sessions.ts'
import { type Token } from '../contract/tokens.ts'
import { createDatabase } from '../test/postgres-cluster.ts'
import { type Schema } from './document.ts'
import { fits } from './fits.ts'
import { cutTo, storable } from './hostile-strings.ts'
import { type Header } from './request.ts'
import { type FuzzTarget, startTarget } from './start-target.ts'

let target: FuzzTarget
let asAgent: Header[]

beforeAll(async () => {
  target = await startTarget(await createDatabase())
  asAgent = [['authorization', `Bearer ${target.tokens.agent}`]]
})
afterAll(() => target.stop())

const call = async <Body>(headers: readonly Header[], method: string, path: string, body?: unknown) =>
  (await target.call(headers, method, `/api/v1${path}`, body)).json() as Promise<Body>

/** Every field of an operation that takes this text, or as much of it as fits. */
function everyField(operation: string, text: string): Record<string, string> {
  const { properties = {} } = target.targets.find(({ id }) => id === operation)!.body!
  const textOf = (schema: Schema) => (schema.anyOf ?? [schema]).find(({ type }) => type === 'string')
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const cut = cutTo(text, textOf(schema)?.maxLength ?? Infinity)
      return textOf(schema) && fits(schema, cut) ? [[name, cut]] : []
    }),
  )
}
/** __proto__ is refused as the key of anything, and = parts a key from its value. */
const labelled = (text: string) => (text === '__proto__' || text.includes('=') ? { text: cutTo(text, 255) } : { [cutTo(text, 63)]: cutTo(text, 255) })

test.each(storable)('[SEC-5] what agents send comes back as the same text: %j', async (text) => {
  // A thread can't hold a .. segment, which the document has no words for.
  const { thread: _, workspace: __, ...said } = everyField('registerSession', text)
  expect(Object.keys(said).length).toBeGreaterThan(20)
  const { session } = await call<RegisteredSession>(asAgent, 'POST', '/sessions', { ...said, labels: labelled(text), attachPrecedence: [cutTo(text, 500)] })
  const progress = everyField('reportProgress', text)
  await call(asAgent, 'POST', `/sessions/${session.id}/progress`, progress)
  const looked = everyField('recordContextQuery', text)
  await call(asAgent, 'POST', `/sessions/${session.id}/context-queries`, looked)
  // A place has one spelling (SES-9).
  const places = { worktreePath: normalizePath(said.worktreePath!), executionRoot: normalizePath(said.executionRoot!) }
  const whole = { ...said, ...places, ...progress, labels: labelled(text), attachPrecedence: [cutTo(text, 500)] }

  const read = await call<SessionDetail>(asAgent, 'GET', `/sessions/${session.id}`)
  expect(read.session).toMatchObject(whole)
  expect(read.contextQueries).toMatchObject([looked])
  const { items } = await call<SessionPage>(asAgent, 'GET', `/sessions?model=${encodeURIComponent(cutTo(text, 100))}&limit=1`)
  expect(items).toMatchObject([whole])

  const end = everyField('endSession', text)
  const ended = await call<Session>(asAgent, 'POST', `/sessions/${session.id}/end`, { status: 'merged', ...end })
  expect(ended.endReason).toBe(end.reason)
})

test.each(storable)('[SEC-5] and so do the names that people give: %j', async (text) => {
  const { name } = everyField('makeToken', text) as { name: string }
  const { token } = await call<{ token: Token }>(target.asAdmin, 'POST', '/tokens', { name })
  const { items: tokens } = await call<{ items: Token[] }>(target.asAdmin, 'GET', '/tokens')
  expect(tokens.find(({ id }) => id === token.id)?.name).toBe(name)
  const invited = await call<{ person: Person }>(target.asAdmin, 'POST', '/people', { name, email: `p${storable.indexOf(text)}@example.com` })
  const { items: people } = await call<{ items: Person[] }>(target.asAdmin, 'GET', '/people')
  expect(people.find(({ id }) => id === invited.person.id)?.name).toBe(name)
})
