import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { aSession } from '../../contract/session-fixture.ts'
import { type Session } from '../../contract/sessions.ts'
import { anOwner, aThread } from '../../contract/thread-fixture.ts'
import { type News } from './ledger.ts'
import { patchOwners } from './patch-cache.ts'
import { threadKeys, type ThreadList, type ShownThread } from './thread-list.ts'

const thread = aThread({ id: 't', owner: anOwner({ sessionId: 'a' }) })
const other = aThread({ id: 'u', owner: anOwner({ sessionId: 'b' }) })
const told = (before: Partial<Session>, after: Partial<Session>): News => ({ id: 'a', before: aSession({ id: 'a', ...before }), after: aSession({ id: 'a', version: 2, ...after }), arrival: 1 })
const dead: Session['liveness'] = { ...aSession().liveness, verdict: 'dead', reason: 'process_gone', since: '2026-01-01T10:05:00.000Z' }

function cache() {
  const queries = new QueryClient()
  const list = (rows: ThreadList['rows']): ThreadList => ({ rows, nextCursor: null, floor: null, total: null })
  queries.setQueryData(threadKeys.list({}), list([thread, other]))
  queries.setQueryData(threadKeys.detail('t'), { thread })
  return { queries, rows: () => queries.getQueryData<ThreadList>(threadKeys.list({}))!.rows, shown: () => queries.getQueryData<ShownThread>(threadKeys.detail('t'))!.thread }
}

test('[UI-4] how an owner fares shows in the lists and the page of its thread, and nowhere else', () => {
  const { queries, rows, shown } = cache()
  patchOwners(queries, [told({}, { progress: 'waiting' })])
  expect(rows().map(({ owner }) => owner?.progress)).toEqual(['waiting', 'progressing'])
  expect(rows()[1]).toBe(other)
  expect(shown().owner?.progress).toBe('waiting')
  patchOwners(queries, [told({ progress: 'waiting' }, { progress: null, liveness: dead })])
  expect(shown().owner).toMatchObject({ verdict: 'dead', reason: 'process_gone', since: dead.since })
})

test('[UI-4] what an owner only does is no news of its thread, and an end is told by the thread itself', () => {
  const { queries, rows } = cache()
  const before = rows()
  patchOwners(queries, [told({}, { activity: 'npm test' })])
  patchOwners(queries, [told({}, { status: 'complete', progress: null })])
  expect(rows()).toBe(before)
})
