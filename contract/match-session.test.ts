import { expect, test } from 'vitest'
import { fitsPattern } from './filter-values.ts'
import { matchSession, movesWithTime } from './match-session.ts'
import { aSession } from './session-fixture.ts'
import { type Session, SessionFilter } from './sessions.ts'

const now = Date.parse('2026-01-01T11:00:00Z')
const session = aSession({
  id: 'agent-7x2kq4m',
  harness: 'claude-code',
  provider: 'anthropic',
  model: 'opus 5',
  hostId: 'h-17',
  hostname: 'build-3',
  nativeParentActorKey: 'lead',
  activity: 'Bash · git push',
  worktreePath: '/srv/shop',
  labels: { team: 'a', urgent: '' },
  startedAt: '2026-01-01T10:00:00Z',
  lastBeatAt: '2026-01-01T10:59:50Z',
  lastProgressAt: '2026-01-01T10:45:00Z',
  usage: { ...aSession().usage, inputTokens: 900_000, outputTokens: 100_000, costMicroUsd: 5_000_001 },
})

const cases: [SessionFilter, boolean][] = [
  [{}, true],
  [{ status: ['active'] }, true],
  [{ status: ['complete', 'merged'] }, false],
  [{ liveness: ['alive', 'quiet'], progress: ['progressing'] }, true],
  [{ progress: ['waiting'] }, false],
  [{ workspace: ['shop-api'], thread: ['feature/rate-limits'] }, true],
  [{ workspace: ['other'] }, false],
  [{ host: ['build-3'] }, true],
  [{ host: ['h-17'] }, true],
  [{ host: ['build'] }, false],
  [{ host: ['build-*'] }, true],
  [{ host: ['*-3'] }, true],
  [{ host: ['BUILD-*'] }, false],
  [{ thread: ['feature/*', 'fix/*'] }, true],
  [{ harness: ['codex', 'claude-code'], provider: ['anthropic'], model: ['opus 5'] }, true],
  [{ parent: ['lead'] }, true],
  [{ parent: ['other'] }, false],
  [{ label: ['team=a', 'urgent'] }, true],
  [{ label: ['team=a', 'missing'] }, false],
  [{ label: ['team=b'] }, false],
  [{ label: ['urgent='] }, true],
  [{ label: ['team=*'] }, true],
  [{ label: ['constructor'] }, false],
  [{ q: 'GIT build-3' }, true],
  [{ q: 'rate 7x2k srv' }, true],
  [{ q: 'git nowhere' }, false],
  [{ q: 'limits agent' }, true],
  [{ q: 'limitsagent' }, false],
  [{ q: '  ' }, true],
  [{ not: ['host:laptop-*'] }, true],
  [{ not: ['host:build-*'] }, false],
  [{ not: ['host:h-17'] }, false],
  [{ not: ['host:laptop-*', 'progress:progressing'] }, false],
  [{ not: ['label:team=a'] }, false],
  [{ not: ['label:team=b'] }, true],
  [{ not: ['q:git nowhere'] }, true],
  [{ not: ['q:git push'] }, false],
  [{ not: ['needs:you'] }, true],
  [{ needs: ['you'] }, false],
  [{ compare: ['cost>5'] }, true],
  [{ compare: ['cost>5.000001'] }, false],
  [{ compare: ['cost<5.000002'] }, true],
  [{ compare: ['tokens>999999', 'tokens<1000001'] }, true],
  [{ compare: ['tokens>1000000'] }, false],
  [{ compare: ['age>3599'] }, true],
  [{ compare: ['age>3600'] }, false],
  [{ compare: ['beat>9'] }, true],
  [{ compare: ['beat<10'] }, false],
  [{ compare: ['progress>600'] }, true],
  [{ compare: ['progress<600'] }, false],
]

test.each(cases)('[SES-12] %j fits: %s', (filter, fits) => {
  expect(SessionFilter.parse(filter)).toEqual(filter)
  expect(matchSession(session, filter, now)).toBe(fits)
})

test('[SES-12] what a session never reported fits no wish for it, and every wish against it', () => {
  const silent = aSession({ lastProgressAt: null, lastBeatAt: null })
  const fits = (filter: SessionFilter) => matchSession(silent, filter, now)
  expect([fits({ host: ['*'] }), fits({ not: ['host:*'] })]).toEqual([false, true])
  for (const thing of ['cost', 'tokens', 'beat', 'progress']) expect([fits({ compare: [`${thing}>1`] }), fits({ compare: [`${thing}<1`] })]).toEqual([false, false])
})

test('[SES-12] the age of an ended session stands still, and its other clocks are gone', () => {
  const ended: Session = { ...session, status: 'complete', completedAt: '2026-01-01T10:30:00Z' }
  expect(matchSession(ended, { compare: ['age<1801', 'age>1799'] }, now)).toBe(true)
  for (const one of ['beat>0', 'beat<9999', 'progress>0', 'progress<9999']) expect(matchSession(ended, { compare: [one] }, now)).toBe(false)
})

const dead: Session['liveness'] = { ...session.liveness, verdict: 'dead', reason: 'heartbeat_expired', since: '2026-01-01T10:59:00Z' }
const held = [{ thread: 'feature/cache', generation: 18 }]
test.each<[string, Partial<Session>, boolean]>([
  ['one that waits', { progress: 'waiting' }, true],
  ['a stalled one', { progress: 'stalled' }, true],
  ['one at work', {}, false],
  ['a dead one that holds a thread', { liveness: dead, progress: null, holds: held }, true],
  ['a dead one that holds nothing', { liveness: dead, progress: null }, false],
  ['a live owner', { holds: held }, false],
  ['one that was abandoned while it waited', { status: 'abandoned', progress: 'waiting' }, false],
])('[UI-1] %s needs a person: %s', (_what, given, needs) => {
  expect(matchSession({ ...session, ...given }, { needs: ['you'] }, now)).toBe(needs)
  expect(matchSession({ ...session, ...given }, { not: ['needs:you'] }, now)).toBe(!needs)
})

test.each([
  ['host:'], [':x'], ['nothing:x'], ['progress:sleeping'], ['needs:me'], ['host: '], ['cost:5'],
])('[SES-12] %j is nothing that can be negated', (text) => {
  expect(SessionFilter.safeParse({ not: [text] }).success).toBe(false)
})

test.each(['cost', 'cost>', 'cost>x', 'cost>-1', 'cost>1e9', 'cost>=1', 'weight>1', 'cost>1 or 1=1'])('[SES-12] %j is no comparison', (text) => {
  expect(SessionFilter.safeParse({ compare: [text] }).success).toBe(false)
})

test.each([
  ['a*b*c', 'a-b-b-c', true], ['a*b*c', 'abc', true], ['a*b*c', 'acb', false], ['*', '', true], ['**', 'x', true], ['ab*ba', 'aba', false],
  ['a.c', 'abc', false], ['*\n*', 'a\nb', true], ['a%', 'ab', false],
])('[SES-12] the pattern %j fits %j: %s', (pattern, value, fits) => expect(fitsPattern(value, pattern)).toBe(fits))

test('a pattern of many wildcards takes no time', () => {
  expect(fitsPattern('a'.repeat(4_000), `${'a*'.repeat(200)}b`)).toBe(false)
})

test('only clocks move a session in or out without news', () => {
  expect(movesWithTime({ compare: ['cost>5', 'tokens<3'] })).toBe(false)
  for (const one of ['age>1', 'beat>1', 'progress<1']) expect(movesWithTime({ compare: ['cost>5', one] })).toBe(true)
})
