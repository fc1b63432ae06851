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

test('[LIV-1, UI-3] a death tells of what', () => {
  expect(tellEntry({ kind: 'dead', subject: 'pid_reused' }).what).toMatch(/process is gone/)
  expect(tellEntry({ kind: 'quiet', subject: 'disconnected' }).what).toMatch(/connection dropped/)
})
