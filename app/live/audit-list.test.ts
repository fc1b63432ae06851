import { expect, test } from 'vitest'
import { type AuditEntry } from '../../contract/audit.ts'
import { addAuditPage, addEntries, auditMatches, inAuditOrder } from './audit-list.ts'

const entry = (id: number, given: Partial<AuditEntry> = {}): AuditEntry => ({
  id, at: `2026-03-01T10:00:${String(id).padStart(2, '0')}+00:00`, actorKind: 'person', actorId: 'p1', actorName: 'Anna', action: 'session.ended',
  targetKind: 'session', targetId: 'agent-x', targetName: 'api rate limits', workspace: 'shop', reason: 'stuck', before: null, after: null, ...given,
})
const page = (ids: number[], nextCursor: string | null) => ({ items: ids.map((id) => entry(id)), nextCursor, feed: '1.1.1', serverNow: '2026-03-01T10:01:00+00:00' })
const ids = (list: { rows: readonly AuditEntry[] }) => list.rows.map(({ id }) => id)

test('instants sort as text the way Postgres writes them: with, without and with fewer microseconds', () => {
  const at = ['2026-03-01T10:00:01+00:00', '2026-03-01T10:00:00.12+00:00', '2026-03-01T10:00:00.119999+00:00', '2026-03-01T10:00:00+00:00']
  const sorted = at.map((instant, n) => entry(n, { at: instant })).toSorted(inAuditOrder)
  expect(sorted.map((one) => one.at)).toEqual(at)
  expect([entry(1, { at: at[0] }), entry(2, { at: at[0] })].toSorted(inAuditOrder).map(({ id }) => id)).toEqual([2, 1])
})

test('[RT-2] news stands on top, once, however often it is told', () => {
  const list = addAuditPage(null, page([9, 8, 7], 'more'))
  const once = addEntries(list, [entry(10), entry(11)], {})
  expect(ids(once)).toEqual([11, 10, 9, 8, 7])
  expect(addEntries(once, [entry(10), entry(9)], {})).toBe(once)
})

test('[RT-2] news that does not fit the filter does not come into the list', () => {
  const list = addAuditPage(null, page([9, 8, 7], 'more'))
  expect(addEntries(list, [entry(10, { workspace: 'docs' })], { workspace: ['shop'] })).toBe(list)
})

test('what is older than the last loaded row waits for its page; in a list that is whole it goes in', () => {
  const part = addAuditPage(null, page([9, 8, 7], 'more'))
  expect(addEntries(part, [entry(3)], {})).toBe(part)
  expect(ids(addEntries({ ...part, nextCursor: null }, [entry(3)], {}))).toEqual([9, 8, 7, 3])
  expect(ids(addAuditPage(addEntries(part, [entry(10)], {}), page([7, 6], null)))).toEqual([10, 9, 8, 7, 6])
})

test.each([
  [{ actor: ['Anna'] }, true], [{ actor: ['p1'] }, true], [{ actor: ['Bob'] }, false], [{ action: ['session.ended'] }, true],
  [{ action: ['token.made'] }, false], [{ targetKind: ['session'] }, true], [{ target: ['agent-x'] }, true], [{ target: ['agent'] }, false],
  [{ workspace: ['shop'] }, true], [{ workspace: ['docs'] }, false], [{ from: '2026-03-01T10:00:05Z' }, true], [{ from: '2026-03-01T10:00:06Z' }, false],
  [{ to: '2026-03-01T10:00:05Z' }, false], [{ to: '2026-03-01T11:00:06+01:00' }, true], [{ q: 'STUCK api' }, true], [{ q: 'stuck never' }, false],
])('the filter %j takes it: %s', (filter, fits) => expect(auditMatches(entry(5), filter)).toBe(fits))
