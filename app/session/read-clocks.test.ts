import { expect, test } from 'vitest'
import { aSession } from '../../contract/session-fixture.ts'
import { type Session } from '../../contract/sessions.ts'
import { readClocks, rereadAfter } from './read-clocks.ts'

const at = (iso: string) => Date.parse(iso)
const verdict = (liveness: Partial<Session['liveness']>, given: Partial<Session> = {}): Session => {
  const one = aSession({ lastBeatAt: '2026-01-01T10:00:00.000Z', lastProgressAt: '2026-01-01T10:00:00.000Z', timeoutMs: 45_000, stallMs: 600_000, ...given })
  return { ...one, liveness: { ...one.liveness, ...liveness } }
}
const held = [{ generation: 31 }]
const clocks = (session: Session, now: string, holds = held) => Object.fromEntries(readClocks(session, holds, at(now)).map(({ name, ...rest }) => [name, rest]))

test('[UI-3] three clocks count: heartbeat, progress, reservation', () => {
  expect(clocks(verdict({}), '2026-01-01T10:00:04.000Z')).toEqual({
    heartbeat: { said: '41 s left', left: 41 / 45, look: 'alive' },
    progress: { said: '9m 56s left', left: 1 - 4 / 600, look: 'alive' },
    reservation: { said: '#31 held', left: 1, look: 'alive' },
  })
})

test('[LIV-9, UI-3] nothing is silent for longer than it may until the server says that it is dead', () => {
  const late = verdict({ verdict: 'quiet', reason: 'late' })
  expect(clocks(late, '2026-01-01T10:01:00.000Z')['heartbeat']).toEqual({ said: '0 s left', left: 0, look: 'quiet' })
  const dead = verdict({ verdict: 'dead', reason: 'heartbeat_expired', since: '2026-01-01T10:00:45.000Z' }, { progress: null })
  expect(clocks(dead, '2026-01-01T10:01:00.000Z')).toMatchObject({ heartbeat: { said: 'silent for 1m 00s', look: 'dead' }, reservation: { said: '#31 free to take, 15 s', left: 0 } })
})

test('[LIV-11] who waits for a person or is stalled keeps its right', () => {
  const waiting = verdict({}, { progress: 'waiting', waitingFor: 'git push' })
  expect(clocks(waiting, '2026-01-01T10:04:10.000Z')).toMatchObject({ progress: { said: 'waits for 4m 10s', look: 'waiting' }, reservation: { left: 1 } })
  const stalled = verdict({}, { progress: 'stalled' })
  expect(clocks(stalled, '2026-01-01T10:14:00.000Z')).toMatchObject({ progress: { said: 'none for 14m 00s', look: 'stalled' }, reservation: { said: '#31 held', left: 1 } })
})

test('[LIV-5] an open connection beats for it, so nothing runs out', () => {
  expect(clocks(verdict({ connected: true }), '2026-01-01T10:00:40.000Z')['heartbeat']).toMatchObject({ said: 'connection open', left: 1 })
})

test('a quiet owner has its right for as long as it may be silent; who holds nothing has none', () => {
  expect(clocks(verdict({ verdict: 'quiet', reason: 'late' }), '2026-01-01T10:00:30.000Z')['reservation']).toMatchObject({ said: '#31 held, 15 s left' })
  expect(clocks(verdict({}), '2026-01-01T10:00:30.000Z', [])['reservation']).toMatchObject({ said: 'holds none', left: null })
  expect(clocks(verdict({}), '2026-01-01T10:00:30.000Z', [...held, { generation: 2 }])['reservation']).toMatchObject({ said: '2 threads held' })
})

test('who never beat has no clock that runs', () => {
  expect(clocks(verdict({ verdict: 'unknown' }, { lastBeatAt: null, beats: false }), '2026-01-01T10:00:30.000Z')['heartbeat']).toMatchObject({ said: 'does not beat', left: null })
})

test('[UI-3] the less is left, the sooner it is read again, and never more often than each second', () => {
  const after = (now: string, given: Partial<Session> = {}) => rereadAfter(verdict({}, given), at(now))
  expect(after('2026-01-01T10:00:00.000Z')).toBe(5_000)
  expect(after('2026-01-01T10:00:15.000Z')).toBeLessThan(2_000)
  expect(after('2026-01-01T10:00:40.000Z')).toBe(1_000)
  expect(after('2026-01-01T10:00:00.000Z', { timeoutMs: 5_000 })).toBe(1_000)
  expect(after('2026-01-01T10:00:40.000Z', { status: 'complete' })).toBe(5_000)
})
