import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { livenessVerdicts, progressStates, type SessionFilter, sessionStatuses } from '../../contract/sessions.ts'
import { readFilterText, sayFilter, toFilter } from './filter-terms.ts'
import { readFilterUrl, toFilterUrl } from './filter-url.ts'

const read = (text: string) => {
  const { terms, q } = readFilterText(text)
  return toFilter(terms, q)
}

describe('the text of a filter', () => {
  const cases: [string, SessionFilter][] = [
    ['is:stalled host:build-3', { progress: ['stalled'], host: ['build-3'] }],
    ['harness:claude-code label:team=a free words', { harness: ['claude-code'], label: ['team=a'], q: 'free words' }],
    ['is:active is:quiet is:dead', { status: ['active'], liveness: ['quiet', 'dead'] }],
    ['is:ended', { status: ['abandoned', 'complete', 'merged'] }],
    ['model:"opus 5" parent:lead', { model: ['opus 5'], parent: ['lead'] }],
    ['label:"say=\\"hi\\" \\\\"', { label: ['say="hi" \\'] }],
    ['is:nonsense status:gone foo:bar http://x', { q: 'is:nonsense status:gone foo:bar http://x' }],
    ['IS:Waiting', { progress: ['waiting'] }],
    ['host:', { q: 'host:' }],
    ['  ', {}],
    ['host:a host:a host:b', { host: ['a', 'b'] }],
  ]
  test.each(cases)('%s', (text, filter) => expect(read(text)).toEqual(filter))
})

const values = (all: readonly string[]) => fc.option(fc.uniqueArray(fc.constantFrom(...all), { minLength: 1 }), { nil: undefined })
const names = fc.option(fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }), { nil: undefined })
const anyFilter = fc
  .record({
    status: values(sessionStatuses),
    liveness: values(livenessVerdicts),
    progress: values(progressStates),
    workspace: names, thread: names, host: names, harness: names, provider: names, model: names, label: names, parent: names,
    q: fc.option(fc.stringMatching(/^[a-z0-9/._-]+( [a-z0-9/._-]+)*$/), { nil: undefined }),
  })
  .map((filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as SessionFilter)

test('what is said of a filter reads back as the same filter', () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      expect(read(sayFilter(filter))).toEqual(filter)
    }),
  )
})

test('every filter survives the address', () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      expect(readFilterUrl(new URLSearchParams(toFilterUrl(filter)))).toEqual(filter)
    }),
  )
})

test('the bare address means the active ones, and any status has to be said', () => {
  expect(readFilterUrl(new URLSearchParams(''))).toEqual({ status: ['active'] })
  expect(readFilterUrl(new URLSearchParams('status=any'))).toEqual({})
  expect(readFilterUrl(new URLSearchParams('status=bogus&liveness=dead'))).toEqual({ status: ['active'], liveness: ['dead'] })
  expect(toFilterUrl({ status: ['active'] })).toBe('')
})
