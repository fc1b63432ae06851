import { expect, test } from 'vitest'
import { AuditFilter } from '../../contract/audit.ts'
import { readActivityText, sayTerm, toTerms, withTerms } from './filter-terms.ts'
import { type ActivityFilter, readActivityUrl, toActivityUrl, toAuditFilter } from './filter-url.ts'

const read = (search: string) => readActivityUrl(new URLSearchParams(search))

test.each<ActivityFilter>([
  {},
  { actor: ['Anna', 'p1'], action: ['session.ended'], targetKind: ['session'], target: ['agent-x'], workspace: ['shop & co'], last: '24h', q: 'stuck & dead' },
  { from: '2026-03-01T10:00:00+01:00', to: '2026-03-02T10:00:00Z' },
])('[UI-8] the address holds the filter: %j', (filter) => expect(read(toActivityUrl(filter))).toEqual(filter))

test('what makes no sense in an address is left out, never sent', () => {
  expect(read(`last=1y&from=yesterday&to=0000-01-01T00:00:00Z&actor=&action=${'x'.repeat(101)}&q=%20`)).toEqual({})
  expect(read('last=constructor')).toEqual({})
})

test('a span begins that long ago, and is a filter of the API', () => {
  const filter = toAuditFilter({ last: '1h', q: 'x' }, Date.parse('2026-03-01T10:00:00Z'))
  expect(filter).toEqual({ from: '2026-03-01T09:00:00.000Z', q: 'x' })
  expect(AuditFilter.parse(filter)).toEqual(filter)
})

test('[UI-8] typed terms and words', () => {
  expect(readActivityText('by:Anna on:agent-x "two words" kind:token nonsense:1 stuck')).toEqual({
    terms: [{ field: 'actor', value: 'Anna' }, { field: 'target', value: 'agent-x' }, { field: 'targetKind', value: 'token' }],
    q: 'two words nonsense:1 stuck',
  })
  const filter: ActivityFilter = { actor: ['Anna Lead'], action: ['session.ended'], q: 'x' }
  expect(readActivityText(toTerms(filter).map(sayTerm).join(' ')).terms).toEqual(toTerms(filter))
  expect(withTerms(filter, [{ field: 'target', value: 'agent-x' }])).toEqual({ target: ['agent-x'], q: 'x' })
})
