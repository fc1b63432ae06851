import { expect, test } from 'vitest'
import { aSession } from '../../contract/session-fixture.ts'
import { type Session } from '../../contract/sessions.ts'
import { sayVerdict } from './verdict.ts'

const now = Date.parse('2026-01-01T10:05:00Z')
const because = (verdict: Session['liveness']['verdict'], reason: Session['liveness']['reason']): Session => {
  const one = aSession({ hostname: 'build-2', progress: verdict === 'dead' ? null : 'progressing' })
  return { ...one, liveness: { ...one.liveness, verdict, reason, since: '2026-01-01T10:04:00Z', processSeenAt: '2026-01-01T10:04:58Z' } }
}

test.each([
  [because('alive', 'heartbeat'), 'Alive and working', /^It beat 5m ago/],
  [because('alive', 'process_seen'), 'Alive and working', /^Its process was seen 2s ago/],
  [because('quiet', 'late'), 'Quiet: its beats are late', /^It beat 5m ago/],
  [because('quiet', 'disconnected'), 'Quiet: its connection dropped', /^Its connection dropped 1m ago/],
  [because('dead', 'heartbeat_expired'), 'Dead: its beats stopped', /A late beat revives it.*It keeps feature\/cache until/],
  [because('dead', 'process_gone'), 'Dead: its process is gone', /^Its process is gone on build-2, since 1m ago\..*only a new sight/],
  [because('dead', 'pid_reused'), 'Dead: its process is gone', /another one has its pid/],
  [because('dead', 'host_rebooted'), 'Dead: its host was started anew', /^Its host build-2 was started anew, since 1m ago/],
])('[LIV-1] a verdict is said with what it rests on: %#', (session, title, reason) => {
  const said = sayVerdict(session, now, ['feature/cache'])
  expect(said.title).toBe(title)
  expect(said.reason).toMatch(reason)
})
