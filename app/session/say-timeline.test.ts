import { expect, test } from 'vitest'
import { timelineKinds } from '../../contract/timeline.ts'
import { tellEntry } from './say-timeline.ts'

test.each(timelineKinds)('[UI-3] %s is told in words', (kind) => {
  expect(tellEntry({ kind, subject: null }).what).toMatch(/^[a-z]/)
})

test.each([
  ['complete', { what: 'was completed', about: null, mark: 'complete' }],
  ['abandoned: stuck: for an hour', { what: 'was abandoned', about: 'stuck: for an hour', mark: 'abandoned' }],
  ['by magic', { what: 'ended', about: 'by magic', mark: null }],
])('[SES-4, UI-3] an end tells how and why: %s', (subject, told) => expect(tellEntry({ kind: 'ended', subject })).toEqual(told))

test('[SES-3, UI-3] an attach tells by which rule', () => {
  expect(tellEntry({ kind: 'attached', subject: 'external_session_id:ext:9:matched' })).toMatchObject({ what: 'attached by its external session id', about: 'ext:9' })
  expect(tellEntry({ kind: 'attached', subject: 'hand' })).toMatchObject({ what: 'attached by', about: 'hand' })
})

test('[LIV-1, UI-3] a death tells of what', () => {
  expect(tellEntry({ kind: 'dead', subject: 'pid_reused' }).what).toMatch(/process is gone/)
  expect(tellEntry({ kind: 'quiet', subject: 'disconnected' }).what).toMatch(/connection dropped/)
})
