import { expect, test } from 'vitest'
import { aSession } from '../../contract/session-fixture.ts'
import { type Session } from '../../contract/sessions.ts'
import { newlyNeeding } from './newly-needing.ts'
import { withCount } from './use-title-count.ts'

const now = Date.parse('2026-01-01T10:00:20Z')
const working = aSession({ lastProgressAt: '2026-01-01T10:00:00Z' })
const waiting: Session = { ...working, progress: 'waiting', waitingFor: 'permission', lastProgressAt: '2026-01-01T10:00:19Z' }
const told = (before: Session | null | undefined, after: Session | null) => newlyNeeding([{ id: working.id, before, after, arrival: 1 }], now)

test('[UI-12] who needs a person is told once, when it comes to that', () => {
  expect(told(working, waiting)).toEqual([waiting])
  expect(told(waiting, { ...waiting, activity: 'still' })).toEqual([])
  expect(told(waiting, working)).toEqual([])
  expect(told(waiting, null)).toEqual([])
})

test('[UI-12] of one that was not heard of before, only what has just begun is news', () => {
  expect(told(undefined, waiting)).toEqual([waiting])
  expect(told(undefined, { ...waiting, lastProgressAt: '2026-01-01T09:00:00Z' })).toEqual([])
})

test('[UI-12] the count stands before the title, once', () => {
  expect(withCount('Fleet · Muster', '3')).toBe('(3) Fleet · Muster')
  expect(withCount('(3) Fleet · Muster', '10,000+')).toBe('(10,000+) Fleet · Muster')
  expect(withCount('(10,000+) Fleet · Muster', null)).toBe('Fleet · Muster')
  expect(withCount('(draft) a session', null)).toBe('(draft) a session')
})
