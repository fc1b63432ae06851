import { expect, test } from 'vitest'
import { livenessReasons } from '../../contract/sessions.ts'
import { anOwner, aThread } from '../../contract/thread-fixture.ts'
import { sayWhy, threadState } from './owner-state.ts'

const now = Date.parse('2026-01-01T10:01:00.000Z')

test.each([
  [aThread({ owner: null }), 'free'],
  [aThread(), 'alive'],
  [aThread({ owner: anOwner({ progress: 'waiting', verdict: 'quiet' }) }), 'waiting'],
  [aThread({ owner: anOwner({ progress: null, verdict: 'dead' }) }), 'dead'],
  [aThread({ owner: anOwner({ progress: null, verdict: 'ended', status: 'abandoned' }) }), 'abandoned'],
])('[UI-4] a thread says how its owner is: %#', (thread, state) => expect(threadState(thread)).toBe(state))

test.each(livenessReasons)('[LIV-1, UI-4] %s has its words', (reason) => {
  expect(sayWhy(anOwner({ reason }), now)).toMatch(/^(it|its|no) /)
})

test('[UI-4] what lasts says since when; an abandonment that can be undone counts down', () => {
  expect(sayWhy(anOwner({ reason: 'process_gone' }), now)).toBe('its process is gone, for 1m')
  expect(sayWhy(anOwner({ reason: 'heartbeat' }), now)).toBe('it beats in time')
  expect(sayWhy(anOwner({ undoUntil: '2026-01-01T10:01:07.500Z' }), now)).toBe('abandoned, can be undone for 8 s')
})
