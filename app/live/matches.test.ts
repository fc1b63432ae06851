import { expect, test } from 'vitest'
import { type SessionFilter } from '../../contract/sessions.ts'
import { matches } from './matches.ts'
import { aSession } from './session-fixture.ts'

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
  [{ harness: ['codex', 'claude-code'], provider: ['anthropic'], model: ['opus 5'] }, true],
  [{ parent: ['lead'] }, true],
  [{ parent: ['other'] }, false],
  [{ label: ['team=a', 'urgent'] }, true],
  [{ label: ['team=a', 'missing'] }, false],
  [{ label: ['team=b'] }, false],
  [{ label: ['urgent='] }, true],
  [{ q: 'GIT build-3' }, true],
  [{ q: 'rate 7x2k srv' }, true],
  [{ q: 'git nowhere' }, false],
  [{ q: 'limits agent' }, true],
  [{ q: 'limitsagent' }, false],
  [{ q: '  ' }, true],
]

test.each(cases)('%j fits: %s (SES-12)', (filter, fits) => {
  expect(matches(session, filter)).toBe(fits)
})

test('a session that reported no host fits no host filter', () => {
  expect(matches(aSession(), { host: [''] })).toBe(false)
})
