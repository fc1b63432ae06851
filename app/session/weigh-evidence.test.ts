import { expect, test } from 'vitest'
import { aSession } from '../../contract/session-fixture.ts'
import { type LivenessReason, livenessReasons, type LivenessVerdict, type Session } from '../../contract/sessions.ts'
import { weighEvidence, whatWouldChange } from './weigh-evidence.ts'

const verdicts: Record<LivenessReason, LivenessVerdict> = {
  heartbeat: 'alive', process_seen: 'alive', late: 'quiet', disconnected: 'quiet', heartbeat_expired: 'dead', process_gone: 'dead',
  pid_reused: 'dead', host_rebooted: 'dead', no_evidence: 'unknown', ended: 'ended',
}
const because = (reason: LivenessReason, given: Partial<Session> = {}): Session => {
  const one = aSession({ pid: 38112, processStartTime: '09:12', bootId: 'boot-1', hostname: 'build-3', ...given })
  const since = reason === 'no_evidence' ? null : '2026-01-01T10:00:45.000Z'
  return { ...one, liveness: { ...one.liveness, verdict: verdicts[reason], reason, since, processSeenAt: '2026-01-01T10:00:30.000Z', ...given.liveness } }
}
const piece = (session: Session, name: string) => weighEvidence(session).find((one) => one.name === name)

test.each([
  ['heartbeat', 'heartbeat'], ['late', 'heartbeat'], ['heartbeat_expired', 'heartbeat'], ['disconnected', 'connection'],
  ['process_seen', 'process'], ['process_gone', 'process'], ['pid_reused', 'process'], ['host_rebooted', 'boot'],
] as const)('[LIV-1, UI-3] %s rests on its %s, and on nothing else', (reason, name) => {
  expect(weighEvidence(because(reason)).filter(({ decides }) => decides).map((one) => one.name)).toEqual([name])
})

test('[LIV-1] of no evidence nothing decides', () => {
  expect(weighEvidence(because('no_evidence', { lastBeatAt: null })).some(({ decides }) => decides)).toBe(false)
})

test('[LIV-2] evidence stands in the order in which it is judged', () => {
  expect(weighEvidence(because('heartbeat_expired')).map(({ name }) => name)).toEqual(['boot', 'process', 'heartbeat', 'reception', 'connection', 'host'])
})

test('what was never reported is no evidence', () => {
  expect(weighEvidence(because('heartbeat', { pid: null, bootId: null, hostname: null })).map(({ name }) => name)).toEqual(['heartbeat', 'connection'])
})

test('[LIV-4] a process has its pid with its start time, and the age of the last sight of it', () => {
  expect(piece(because('heartbeat'), 'process')).toMatchObject({ said: 'pid 38112 since 09:12 was seen', at: '2026-01-01T10:00:30.000Z' })
  expect(piece(because('process_gone'), 'process')).toMatchObject({ said: 'pid 38112 since 09:12 is gone on build-3', at: '2026-01-01T10:00:45.000Z' })
  expect(piece(because('heartbeat', { liveness: { processSeenAt: null } as Session['liveness'] }), 'process')).toMatchObject({ at: null, note: 'never seen' })
})

test('[LIV-9] a death that waited for reception says since when beats could come in', () => {
  expect(piece(because('heartbeat_expired'), 'reception')?.said).toMatch(/all that time/)
  const late = because('heartbeat_expired', { liveness: { since: '2026-01-01T10:02:00.000Z' } as Session['liveness'] })
  expect(piece(late, 'reception')).toMatchObject({ said: 'beats can come in again since', at: '2026-01-01T10:01:15.000Z' })
  expect(piece(because('heartbeat'), 'reception')).toBeUndefined()
})

test.each(livenessReasons.filter((reason) => reason !== 'ended'))('[LIV-1, UI-3] %s says what would change it', (reason) => {
  expect(whatWouldChange(because(reason)).length).toBeGreaterThan(0)
})

test('[LIV-6] beats bring back who died of silence, and nobody else', () => {
  expect(whatWouldChange(because('heartbeat_expired'))[0]).toMatch(/late beat brings it back/)
  for (const reason of ['process_gone', 'pid_reused', 'host_rebooted'] as const) expect(whatWouldChange(because(reason))[0]).toMatch(/Beats do not bring it back/)
  expect(whatWouldChange(because('ended', { status: 'abandoned' }))).toEqual([])
})
