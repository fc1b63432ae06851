import { expect, test } from 'vitest'
import { type ThreadFilter } from '../../contract/match-thread.ts'
import { readThreadsUrl, toThreadsUrl } from './filter-url.ts'

const read = (text: string) => readThreadsUrl(new URLSearchParams(text))

test.each<ThreadFilter>([{}, { workspace: 'shop api' }, { state: 'dead_owner' }, { workspace: 'w', state: 'waited_for', q: 'fix/login & more' }])(
  '[UI-4] the address holds the filter: %j',
  (filter) => expect(read(toThreadsUrl(filter))).toEqual(filter),
)

test('what is no filter of ours in an address is left out', () => {
  expect(read('state=haunted&workspace=&q=+&page=3')).toEqual({})
})
