import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Session, type SessionFilter, type SessionPage } from '../../contract/sessions.ts'
import { addPage, applyNews, inOrder, type SessionList } from './apply-changes.ts'
import { Ledger, type News } from './ledger.ts'
import { aSession } from '../../contract/session-fixture.ts'

const active: SessionFilter = { status: ['active'] }
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, seconds)).toISOString()
const row = (id: string, seconds: number, given: Partial<Session> = {}) => aSession({ id, startedAt: at(seconds), ...given })
const page = (items: Session[], more = false): SessionPage => ({
  items,
  nextCursor: more ? 'next' : null,
  total: { count: items.length, capped: false },
  feed: '1.1.1',
  serverNow: at(50),
})
const list = (rows: Session[], floor: Session | null = null): SessionList => ({
  rows,
  nextCursor: floor === null ? null : 'next',
  floor: floor === null ? null : Date.parse(floor.startedAt),
  total: null,
})
const told = (after: Session): News => ({ id: after.id, before: undefined, after, arrival: 1 })
const ids = ({ rows }: SessionList) => rows.map(({ id }) => id)
const before = { arrivals: 0, at: 0 }

describe('news in a list (RT-5)', () => {
  test('a changed row is replaced and the others stay the same objects', () => {
    const rows = [row('c', 3), row('b', 2), row('a', 1)]
    const next = applyNews(list(rows), [told(row('b', 2, { version: 2, activity: 'npm test' }))], active)
    expect(next.rows[1]?.activity).toBe('npm test')
    expect(next.rows[0]).toBe(rows[0])
    expect(next.rows[2]).toBe(rows[2])
  })

  test('news of none of its sessions leaves the list the same object', () => {
    const loaded = list([row('b', 2)])
    expect(applyNews(loaded, [told(row('x', 9, { status: 'complete' }))], active)).toBe(loaded)
  })

  test('one that no longer fits leaves, one that newly fits appears in its place', () => {
    const loaded = list([row('c', 3), row('a', 1)])
    const next = applyNews(loaded, [told(row('c', 3, { version: 2, status: 'merged' })), told(row('b', 2, { version: 4 }))], active)
    expect(ids(next)).toEqual(['b', 'a'])
  })

  test('a deleted one leaves', () => {
    const next = applyNews(list([row('a', 1)]), [{ id: 'a', before: undefined, after: null, arrival: 1 }], active)
    expect(next.rows).toEqual([])
  })

  test('one below what was loaded waits for its page', () => {
    const floor = row('b', 20)
    expect(ids(applyNews(list([row('c', 30), floor], floor), [told(row('old', 5))], active))).toEqual(['c', 'b'])
  })

  test('one above the floor appears even when the row that made the floor has left', () => {
    const floor = row('b', 20)
    const without = applyNews(list([row('c', 30), floor], floor), [told({ ...floor, version: 2, status: 'merged' })], active)
    expect(ids(applyNews(without, [told(row('new', 21))], active))).toEqual(['c', 'new'])
  })
})

describe('a page that is older than the feed', () => {
  test('does not bring back an older version, an ended one or a deleted one', () => {
    const ledger = new Ledger()
    ledger.take({ id: 'a', version: 5, body: row('a', 1, { version: 5, activity: 'new' }) }, 0, 0, 'feed')
    ledger.take({ id: 'b', version: 5, body: row('b', 2, { version: 5, status: 'complete' }) }, 0, 0, 'feed')
    ledger.take({ id: 'c', version: 5, body: null }, 0, 0, 'feed')
    const asked = { arrivals: ledger.arrivals, at: 0 }
    const loaded = addPage(null, page([row('c', 3), row('b', 2), row('a', 1)]), active, ledger, asked)
    expect(loaded.rows.map(({ id, activity }) => [id, activity])).toEqual([['a', 'new']])
  })

  test('gets the session that the feed brought while it was under way', () => {
    const ledger = new Ledger()
    const asked = { arrivals: ledger.arrivals, at: 0 }
    ledger.take({ id: 'new', version: 1, body: row('new', 9) }, 0, 0, 'feed')
    expect(ids(addPage(null, page([row('a', 1)]), active, ledger, asked))).toEqual(['new', 'a'])
  })

  test('does not get one that was told before it was asked for and is not in it: it left since', () => {
    const ledger = new Ledger()
    ledger.take({ id: 'left', version: 1, body: row('left', 9) }, 0, 0, 'feed')
    const asked = { arrivals: ledger.arrivals, at: 0 }
    expect(ids(addPage(null, page([row('a', 1)]), active, ledger, asked))).toEqual(['a'])
  })
})

test('the next page goes below, and a session that stands in both pages stands once', () => {
  const ledger = new Ledger()
  const first = addPage(null, page([row('c', 3), row('b', 2)], true), active, ledger, before)
  const both = addPage(first, page([row('b', 2), row('a', 1)]), active, ledger, before)
  expect(ids(both)).toEqual(['c', 'b', 'a'])
  expect(both.floor).toBeNull()
})

test('in whatever order changes and pages arrive, the list ends with the newest of each session', () => {
  const change = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    version: fc.integer({ min: 1, max: 9 }),
    kind: fc.constantFrom('feed', 'page'),
  })
  // What a version looks like is a function of the version: every third is ended, every fifth deleted.
  const body = (id: string, version: number) =>
    version % 5 === 0 ? null : row(id, id.charCodeAt(0) % 10, { version, status: version % 3 === 0 ? 'complete' : 'active' })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const ledger = new Ledger()
      let shown = addPage(null, page([]), active, ledger, before)
      for (const { id, version, kind } of changes) {
        const told = body(id, version)
        if (kind === 'feed') {
          const news = ledger.take({ id, version, body: told }, version, 0, 'feed')
          if (news !== null) shown = applyNews(shown, [news], active)
        } else if (told?.status === 'active') {
          const asked = { arrivals: ledger.arrivals, at: 0 }
          shown = addPage(shown, { ...page([told]), serverNow: at(version) }, active, ledger, asked)
        }
      }
      const newest = new Map<string, number>()
      for (const { id, version, kind } of changes) {
        if (kind === 'page' && body(id, version)?.status !== 'active') continue
        newest.set(id, Math.max(version, newest.get(id) ?? 0))
      }
      const expected = [...newest].flatMap(([id, version]) => body(id, version) ?? []).filter(({ status }) => status === 'active')
      expect(shown.rows.map(({ id, version }) => [id, version])).toEqual(
        expected.toSorted(inOrder).map(({ id, version }) => [id, version]),
      )
    }),
  )
})
