import { type Session } from '../../contract/sessions.ts'
import { isLiveState, type LiveState, stateOf } from '../session/state.ts'
import { type Folds, type Grouping, isFolded } from './view-url.ts'

export type StateCounts = Partial<Record<LiveState | 'ended', number>>
/** What stands on one line of the table. Every line is as high as every other. */
export type SessionLine = { kind: 'session'; id: string; session: Session; level: number; below: number; folded: boolean }
export type GroupLine = { kind: 'group'; id: string; key: string; name: string | null; count: number; states: StateCounts; folded: boolean }
export type Line = SessionLine | GroupLine

/** No session's id has a colon in it. */
export const groupPrefix = 'group:'
const deepest = 6
const nobody = ''

const nameOf: Record<Exclude<Grouping, 'parent'>, (session: Session) => string | null> = {
  workspace: ({ workspace }) => workspace,
  thread: ({ workspace, thread }) => `${workspace} · ${thread}`,
  host: ({ hostname, hostId }) => hostname ?? hostId,
  harness: ({ harness }) => harness,
}
const natural = new Intl.Collator('en', { numeric: true })

function countStates(rows: readonly Session[]): StateCounts {
  const counts: StateCounts = {}
  for (const row of rows) {
    const state = stateOf(row)
    const word = isLiveState(state) ? state : 'ended'
    counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}

/** By name, so that a group stays where it is whatever happens in it; those without one come last. */
function byName(rows: readonly Session[], group: Exclude<Grouping, 'parent'>, folds: Folds): Line[] {
  const groups = new Map<string, Session[]>()
  for (const row of rows) {
    const key = nameOf[group](row) ?? nobody
    const members = groups.get(key)
    if (members === undefined) groups.set(key, [row])
    else members.push(row)
  }
  const sorted = [...groups].sort(([a], [b]) => Number(a === nobody) - Number(b === nobody) || natural.compare(a, b) || (a < b ? -1 : 1))
  return sorted.flatMap(([key, members]): Line[] => {
    const folded = isFolded(folds, key)
    const head: GroupLine = { kind: 'group', id: groupPrefix + key, key, name: key === nobody ? null : key, count: members.length, states: countStates(members), folded }
    return folded ? [head] : [head, ...members.map((session) => toLine(session, 1, 0, false))]
  })
}

const toLine = (session: Session, level: number, below: number, folded: boolean): SessionLine => ({ kind: 'session', id: session.id, session, level, below, folded })

const actorOf = (workspace: string, key: string) => `${workspace}\n${key}`

/** Children below their parent. Of several sessions with one key the oldest-started is the parent (SES-8). */
function byParent(rows: readonly Session[], folds: Folds): Line[] {
  const parents = new Map<string, Session>()
  // Rows stand newest first, so the last one that is set is the oldest.
  for (const row of rows) if (row.nativeActorKey !== null) parents.set(actorOf(row.workspace, row.nativeActorKey), row)
  const children = new Map<string, Session[]>()
  const roots: Session[] = []
  for (const row of rows) {
    const parent = row.nativeParentActorKey === null ? undefined : parents.get(actorOf(row.workspace, row.nativeParentActorKey))
    if (parent === undefined || parent === row) roots.push(row)
    else (children.get(parent.id) ?? children.set(parent.id, []).get(parent.id)!).push(row)
  }
  const lines: Line[] = []
  const placed = new Set<string>()
  const place = (root: Session) => {
    const stack: { session: Session; level: number; hidden: boolean }[] = [{ session: root, level: 0, hidden: false }]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { session, level, hidden } = next
      if (placed.has(session.id)) continue
      placed.add(session.id)
      const below = children.get(session.id) ?? []
      const folded = below.length > 0 && isFolded(folds, session.id)
      if (!hidden) lines.push(toLine(session, Math.min(level, deepest), below.length, folded))
      for (const child of below.toReversed()) stack.push({ session: child, level: level + 1, hidden: hidden || folded })
    }
  }
  for (const root of roots) place(root)
  // Who is only reached through a circle has no root: the newest of them stands for one.
  if (placed.size < rows.length) for (const row of rows) if (!placed.has(row.id)) place(row)
  return lines
}

/** Everything that the table shows, from top to bottom. */
export function toLines(rows: readonly Session[], group: Grouping | null, folds: Folds): Line[] {
  if (group === null) return rows.map((session) => toLine(session, 0, 0, false))
  return group === 'parent' ? byParent(rows, folds) : byName(rows, group, folds)
}
