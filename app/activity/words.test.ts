import { expect, test } from 'vitest'
import { type AuditEntry, auditActions } from '../../contract/audit.ts'
import { actionNames, changesOf, sayAct, sayActor, sayChange, sayWhen } from './words.ts'

const entry = (given: Partial<AuditEntry>): AuditEntry => ({
  id: 1, at: '2026-03-01T10:00:00+00:00', actorKind: 'person', actorId: 'p1', actorName: 'Anna', action: 'session.ended', targetKind: 'session',
  targetId: 'agent-x', targetName: 'api rate limits', workspace: null, reason: null, before: null, after: null, ...given,
})
const sentence = (given: Partial<AuditEntry>) => {
  const { verb, object, rest } = sayAct(entry(given))
  return [sayActor(entry(given)), verb, object, rest].filter(Boolean).join(' ')
}

test.each<[Partial<AuditEntry>, string]>([
  [{ before: { status: 'active' }, after: { status: 'abandoned' } }, 'Anna abandoned api rate limits'],
  [{ after: { status: 'merged' } }, 'Anna marked as merged api rate limits'],
  [
    { action: 'thread.taken_over', targetName: 'feature/cache', before: { owner: { id: 'a', name: 'Ida' } }, after: { owner: { id: 'b', name: 'Bo' } } },
    'Anna took feature/cache from Ida for Bo',
  ],
  [{ action: 'thread.taken_over', targetName: 'feature/cache', before: { owner: { id: 'a', name: 'Ida' } }, after: { owner: null } }, 'Anna took feature/cache from Ida'],
  [{ action: 'session.deleted', targetName: null }, 'Anna deleted agent-x'],
  [{ action: 'session.swept', actorName: 'Muster', targetName: 'ended sessions', after: { removed: 200 } }, 'Muster removed 200 ended sessions past their time'],
  [{ action: 'person.signed_in', after: { with: 'password', address: '10.0.0.7' } }, 'Anna signed in with a password from 10.0.0.7'],
  [{ action: 'person.sign_in_failed', actorKind: 'system', actorId: 'nobody', targetName: 'Bob', after: { address: '10.0.0.7' } }, 'somebody failed to sign in as Bob from 10.0.0.7'],
  [{ action: 'person.sign_in_failed', actorKind: 'system', actorId: 'nobody', targetName: null, targetId: 'unknown', after: { address: '10.0.0.7' } }, 'somebody tried an unknown address from 10.0.0.7'],
  [{ action: 'person.sign_in_failed', actorKind: 'system', actorId: 'nobody', targetName: null, after: { with: 'oidc', address: '10.0.0.7' } }, 'somebody was refused at single sign-on from 10.0.0.7'],
  [{ action: 'person.changed', targetName: 'Bob', before: { role: 'viewer' }, after: { role: 'admin' } }, 'Anna made Bob an admin'],
  [{ action: 'person.changed', targetName: 'Bob', before: { name: 'Bob' }, after: { name: 'Rob' } }, 'Anna renamed Bob to Rob'],
  [{ action: 'person.invited', targetName: 'Bob', after: { role: 'viewer' } }, 'Anna invited Bob as viewer'],
  [{ action: 'token.made', targetName: 'ci', after: { role: 'agent' } }, 'Anna made the agent token ci'],
  [{ action: 'planet.moved', targetName: 'Mars' }, 'Anna planet.moved Mars'],
  [{ action: 'constructor', targetName: 'Mars' }, 'Anna constructor Mars'],
])('[UI-8] %j reads: %s', (given, said) => expect(sentence(given)).toBe(said))

test('every action has a name and a sentence, whatever stands in before and after', () => {
  for (const action of auditActions) {
    expect(actionNames[action]).toBeTruthy()
    for (const side of [null, 'text', 7, [], {}, { status: { deep: true }, role: null }]) expect(sentence({ action, before: side, after: side })).toContain('Anna')
  }
})

test('[UI-8] before and after, field by field', () => {
  expect(sayChange(entry({ before: { status: 'active' }, after: { status: 'abandoned' } }))).toBe('status active → abandoned')
  expect(sayChange(entry({ before: null, after: { removed: 3, done: true } }))).toBe('removed 3 · done true')
  expect(sayChange(entry({ before: { name: 'Bob', hostId: null }, after: null }))).toBe('name Bob · hostId —')
  expect(changesOf(entry({ before: { a: 1 }, after: { b: { c: 2 } } }))).toEqual([{ name: 'a', before: 1, after: undefined }, { name: 'b', before: undefined, after: { c: 2 } }])
})

test('today by the clock, this year by the day, before that by the year', () => {
  const now = new Date(2026, 2, 1, 12)
  expect(sayWhen(new Date(2026, 2, 1, 9, 5, 7).toISOString(), now)).toBe('09:05:07')
  expect(sayWhen(new Date(2026, 0, 31, 9, 5, 7).toISOString(), now)).toBe('31 Jan 09:05')
  expect(sayWhen(new Date(2025, 0, 31, 9, 5, 7).toISOString(), now)).toBe('31 Jan 2025')
})
