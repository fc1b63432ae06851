import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { livenessVerdicts, negatedFields, progressStates, SessionFilter, sessionStatuses } from '../../contract/sessions.ts'
import { readFilterText, sayFilter, sayTerm, toFilter, toTerms } from './filter-terms.ts'
import { readFilterUrl, toFilterUrl } from './filter-url.ts'

const read = (text: string) => {
  const { terms, q, unknown } = readFilterText(text)
  expect(unknown).toEqual([])
  return toFilter(terms, q)
}

describe('[UI-1] the text of a filter', () => {
  const cases: [string, SessionFilter][] = [
    ['is:stalled host:build-3', { progress: ['stalled'], host: ['build-3'] }],
    ['is:stalled host:build-3 cost:>5', { progress: ['stalled'], host: ['build-3'], compare: ['cost>5'] }],
    ['harness:claude-code label:team=a free words', { harness: ['claude-code'], label: ['team=a'], q: 'free words' }],
    ['is:active is:quiet is:dead', { status: ['active'], liveness: ['quiet', 'dead'] }],
    ['is:ended', { status: ['abandoned', 'complete', 'merged'] }],
    ['is:needs-you', { needs: ['you'] }],
    ['-host:laptop-* -is:needs-you', { not: ['host:laptop-*', 'needs:you'] }],
    ['-is:ended', { not: ['status:abandoned', 'status:complete', 'status:merged'] }],
    ['login -flaky -"two words"', { q: 'login', not: ['q:flaky', 'q:two words'] }],
    ['model:"opus 5" -parent:"the lead"', { model: ['opus 5'], not: ['parent:the lead'] }],
    ['label:"say=\\"hi\\" \\\\"', { label: ['say="hi" \\'] }],
    ['tokens:>1.5m age:>1h30m beat:<30s progress:>10m cost:<$0.5', { compare: ['tokens>1500000', 'age>5400', 'beat<30', 'progress>600', 'cost<0.5'] }],
    ['progress:waiting progress:>10m', { progress: ['waiting'], compare: ['progress>600'] }],
    ['"http://x" "is:nothing"', { q: 'http://x is:nothing' }],
    ['IS:Waiting', { progress: ['waiting'] }],
    ['feature/a-b - --', { q: 'feature/a-b -', not: ['q:-'] }],
    ['  ', {}],
    ['host:a host:a host:b', { host: ['a', 'b'] }],
  ]
  test.each(cases)('%s', (text, filter) => {
    expect(read(text)).toEqual(filter)
    expect(SessionFilter.safeParse(filter).success).toBe(true)
  })
})

describe('[UI-1] what is no filter says so, and is no word either', () => {
  test.each<[string, RegExp]>([
    ['is:nonsense', /^is: takes active, .*needs-you/],
    ['is:', /^is: takes/],
    ['foo:bar', /^There is no filter foo:.*In quotes/],
    ['http://x', /no filter http:/],
    ['status:gone', /status: takes active, abandoned/],
    ['cost:5', /Write cost:>5/],
    ['age:>10', /Write age:>1h/],
    ['age:>10m2x', /Write age:>1h/],
    ['tokens:>1h', /Write tokens:>1m/],
    ['-cost:>5', /Turn < and > around instead: cost:<5/],
    ['host:', /What host\?/],
    ['progress:x', /progress: takes progressing.*progress:>10m/],
    ['workspace:a/../b', /can't be that/],
  ])('%s', (text, hint) => {
    const { terms, q, unknown } = readFilterText(`is:quiet ${text} word`)
    expect([toFilter(terms, q), unknown.length]).toEqual([{ liveness: ['quiet'], q: 'word' }, 1])
    expect(unknown[0]!.text).toBe(text)
    expect(unknown[0]!.hint).toMatch(hint)
  })
})

test.each([
  [['cost>5', 'cost<0.25'], 'cost:>5 cost:<0.25'],
  [['tokens>1000000', 'tokens>1500', 'tokens>2000', 'tokens<0'], 'tokens:>1m tokens:>1500 tokens:>2k tokens:<0'],
  [['age>3600', 'age>5400', 'age>172800', 'beat>1.5', 'progress>0'], 'age:>1h age:>90m age:>2d beat:>1.5s progress:>0'],
])('%j is said as %s', (compare, said) => {
  expect(toTerms({ compare }).map(sayTerm).join(' ')).toBe(said)
  expect(read(said)).toEqual({ compare })
})

const values = (all: readonly string[]) => fc.option(fc.uniqueArray(fc.constantFrom(...all), { minLength: 1 }), { nil: undefined })
const name = fc.string({ minLength: 1, maxLength: 50 }).filter((text) => text.trim() !== '' && SessionFilter.safeParse({ workspace: [text], host: [text] }).success)
const names = fc.option(fc.uniqueArray(name, { minLength: 1, maxLength: 3 }), { nil: undefined })
const numbers = fc.oneof(fc.nat(999_999_999).map(String), fc.tuple(fc.nat(9999), fc.integer({ min: 1, max: 999_999 })).map(([whole, part]) => `${whole}.${String(part).padStart(6, '0').replace(/0+$/, '')}`))
const comparison = fc.tuple(fc.constantFrom('cost', 'tokens', 'age', 'beat', 'progress'), fc.constantFrom('<', '>'), numbers).map((parts) => parts.join(''))
const negation = fc
  .tuple(fc.constantFrom(...negatedFields), fc.oneof(name, fc.constantFrom('active', 'dead', 'stalled', 'you', 'two words', '-x', 'a:b', '"')))
  .map((parts) => parts.join(':'))
  .filter((text) => SessionFilter.safeParse({ not: [text] }).success)
const anyFilter = fc
  .record({
    status: values(sessionStatuses),
    liveness: values(livenessVerdicts),
    progress: values(progressStates),
    needs: values(['you']),
    workspace: names, thread: names, host: names, harness: names, provider: names, model: names, label: names, parent: names,
    compare: fc.option(fc.uniqueArray(comparison, { minLength: 1, maxLength: 3 }), { nil: undefined }),
    not: fc.option(fc.uniqueArray(negation, { minLength: 1, maxLength: 3 }), { nil: undefined }),
    q: fc.option(fc.stringMatching(/^[a-z0-9/._:"\\*-]+( [a-z0-9/._:"\\*-]+)*$/), { nil: undefined }),
  })
  .map((filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as SessionFilter)

test('[UI-1] what is said of a filter reads back as the same filter', () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      expect(read(sayFilter(filter))).toEqual(filter)
    }),
  )
})

test('[UI-1] every filter survives the address', () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      expect(readFilterUrl(new URLSearchParams(toFilterUrl(filter)))).toEqual(filter)
    }),
  )
})

test('the bare address means the active ones, and any status has to be said', () => {
  expect(readFilterUrl(new URLSearchParams(''))).toEqual({ status: ['active'] })
  expect(readFilterUrl(new URLSearchParams('status=any'))).toEqual({})
  expect(readFilterUrl(new URLSearchParams('status=bogus&liveness=dead&compare=cost&not=x'))).toEqual({ status: ['active'], liveness: ['dead'] })
  expect(toFilterUrl({ status: ['active'] })).toBe('')
})
