import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aSession } from '../../contract/session-fixture.ts'
import { type Session } from '../../contract/sessions.ts'
import { type Line, toLines } from './group-rows.ts'
import { groupings, isFolded, noFolds, readViewUrl, toggleFold, toViewUrl, type View } from './view-url.ts'

const row = (id: string, given: Partial<Session> = {}) => aSession({ id, ...given })
const child = (id: string, key: string | null, parent: string | null) => row(id, { nativeActorKey: key, nativeParentActorKey: parent })
const say = (lines: readonly Line[]) =>
  lines.map((line) => (line.kind === 'group' ? `${line.folded ? '+' : '-'}${line.name ?? 'none'} ${line.count}` : '  '.repeat(line.level) + line.id))

describe('[UI-1] groups', () => {
  const rows = [
    row('c', { hostname: 'build-10' }), row('b', { hostname: 'build-2', progress: 'waiting' }), row('a', { hostId: 'h-1' }), row('n'),
    row('d', { hostname: 'build-2', liveness: { ...row('x').liveness, verdict: 'dead', reason: 'heartbeat_expired' }, progress: null }),
  ]
  test('stand by name as a person counts, those without one last, rows in their order', () => {
    expect(say(toLines(rows, 'host', noFolds))).toEqual(['-build-2 2', '  b', '  d', '-build-10 1', '  c', '-h-1 1', '  a', '-none 1', '  n'])
  })
  test('say how many of each state are in them, folded too', () => {
    const folded = toLines(rows, 'host', { all: true, except: ['h-1'] })
    expect(say(folded)).toEqual(['+build-2 2', '+build-10 1', '-h-1 1', '  a', '+none 1'])
    expect(folded[0]).toMatchObject({ states: { waiting: 1, dead: 1 } })
  })
  test('threads of one name in two workspaces are two', () => {
    const two = [row('a', { workspace: 'x', thread: 'main' }), row('b', { workspace: 'y', thread: 'main' })]
    expect(say(toLines(two, 'thread', noFolds))).toEqual(['-x · main 1', '  a', '-y · main 1', '  b'])
  })
})

describe('[UI-1] the tree of parents', () => {
  test('children stand below their parent, and theirs below them', () => {
    const rows = [child('leaf', 'l', 'k'), child('other', 'o', null), child('kid', 'k', 'p'), child('kid2', null, 'p'), child('root', 'p', null)]
    expect(say(toLines(rows, 'parent', noFolds))).toEqual(['other', 'root', '  kid', '    leaf', '  kid2'])
    expect(say(toLines(rows, 'parent', { all: false, except: ['kid'] }))).toEqual(['other', 'root', '  kid', '  kid2'])
    expect(say(toLines(rows, 'parent', { all: true, except: [] }))).toEqual(['other', 'root'])
  })
  test('[SES-8] of several with one key the oldest is the parent', () => {
    expect(say(toLines([child('kid', null, 'p'), child('newer', 'p', null), child('older', 'p', null)], 'parent', noFolds))).toEqual(['newer', 'older', '  kid'])
  })
  test('a parent that is not in the list leaves its child at the root, and keys end at their workspace', () => {
    const far = row('far', { workspace: 'elsewhere', nativeActorKey: 'p' })
    expect(say(toLines([child('kid', null, 'p'), far], 'parent', noFolds))).toEqual(['kid', 'far'])
  })
  test('a circle and one that is its own parent are shown, once', () => {
    const rows = [child('a', 'a', 'b'), child('b', 'b', 'a'), child('self', 's', 's')]
    expect(say(toLines(rows, 'parent', noFolds))).toEqual(['self', 'a', '  b'])
  })
})

test('[UI-1] however they are grouped, every session stands there once, unless it is folded away', () => {
  const key = fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: null })
  const rows = fc.array(fc.record({ nativeActorKey: key, nativeParentActorKey: key, hostname: key, workspace: fc.constantFrom('x', 'y') }), { maxLength: 12 })
  fc.assert(
    fc.property(rows, fc.constantFrom(...groupings), (given, group) => {
      const all = given.map((one, at) => row(`s-${at}`, one))
      const shown = toLines(all, group, noFolds).flatMap((line) => (line.kind === 'session' ? [line.id] : []))
      expect(shown.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
      expect(toLines(all, group, { all: true, except: [] }).length).toBeLessThanOrEqual(Math.max(all.length, 1))
    }),
  )
})

test('[UI-1] grouping and folds are in the address', () => {
  const view: View = { filter: { status: ['active'], host: ['build-*'] }, group: 'harness', folds: { all: true, except: ['codex', 'a&b'] } }
  expect(readViewUrl(new URLSearchParams(toViewUrl(view)))).toEqual(view)
  expect(readViewUrl(new URLSearchParams('group=weather&except=a'))).toEqual({ filter: { status: ['active'] }, group: null, folds: noFolds })
  const folds = toggleFold(noFolds, 'codex')
  expect([isFolded(folds, 'codex'), isFolded(folds, 'other'), isFolded(toggleFold(folds, 'codex'), 'codex')]).toEqual([true, false, false])
})
