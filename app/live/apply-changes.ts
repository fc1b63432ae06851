import { matchSession } from '../../contract/match-session.ts'
import { type CappedCount, type Session, type SessionFilter, type SessionPage } from '../../contract/sessions.ts'
import { type z } from 'zod'
import { type Ledger, type News } from './ledger.ts'
import { serverTime } from './server-clock.ts'

/** Rows as far as they were loaded, newest-started first. floor: the last key that a loaded page covered; null: all. */
export type SessionList = {
  rows: readonly Session[]
  nextCursor: string | null
  floor: SortKey | null
  total: z.infer<typeof CappedCount> | null
}
export type SortKey = { startedAt: string; id: string }

const matches = (session: Session, filter: SessionFilter) => matchSession(session, filter, serverTime())

/** Below zero: a stands above b. */
export const inOrder = (a: SortKey, b: SortKey) =>
  Date.parse(b.startedAt) - Date.parse(a.startedAt) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

const covers = (list: Pick<SessionList, 'floor'>, row: SortKey) =>
  list.floor === null || Date.parse(row.startedAt) >= Date.parse(list.floor.startedAt)

/** Where the row goes in sorted rows, by halving: a fleet of ten thousand is never sorted again for one newcomer. */
function placeFor(rows: readonly Session[], row: Session, from: number): number {
  let low = from
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    const there = rows[middle]
    if (there !== undefined && inOrder(there, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Sorted rows with the added ones among them; of a session that stands in both, the added row is taken. */
function interleave(rows: readonly Session[], added: readonly Session[]): Session[] {
  const replaced = new Set(added.map((row) => row.id))
  const kept = rows.filter((row) => !replaced.has(row.id))
  const result: Session[] = []
  let from = 0
  for (const row of added.toSorted(inOrder)) {
    const place = placeFor(kept, row, from)
    for (; from < place; from++) result.push(kept[from] as Session)
    result.push(row)
  }
  for (; from < kept.length; from++) result.push(kept[from] as Session)
  return result
}

/** A page as the feed would have it by now: older rows lifted, ended or deleted ones dropped, new ones put in. */
export function addPage(
  list: SessionList | null,
  page: SessionPage,
  filter: SessionFilter,
  ledger: Ledger,
  asked: { arrivals: number; at: number },
): SessionList {
  const readAt = Date.parse(page.serverNow)
  const last = page.items.at(-1)
  const floor = page.nextCursor === null || last === undefined ? null : { startedAt: last.startedAt, id: last.id }
  const next = { nextCursor: page.nextCursor, floor, total: list?.total ?? page.total }
  const settled = page.items.flatMap((item) => ledger.settle(item, readAt, asked.at) ?? [])
  const missed = [...ledger.arrivedAfter(asked.arrivals)].filter((row) => covers(next, row))
  const rows = interleave(interleave(list?.rows ?? [], settled), missed).filter((row) => matches(row, filter))
  return { ...next, rows }
}

/** The list with the news in it. The same object when nothing in it changed; untouched rows stay the same objects. */
export function applyNews(list: SessionList, news: readonly News[], filter: SessionFilter): SessionList {
  const places = new Map(list.rows.map((row, place) => [row.id, place]))
  const rows: (Session | null)[] = [...list.rows]
  const added: Session[] = []
  let changed = false
  for (const { id, after } of news) {
    const place = places.get(id)
    const belongs = after !== null && matches(after, filter)
    if (place !== undefined) {
      rows[place] = belongs ? after : null
      changed = true
    } else if (belongs && covers(list, after)) {
      added.push(after)
      changed = true
    }
  }
  if (!changed) return list
  const kept = rows.filter((row) => row !== null)
  return { ...list, rows: added.length === 0 ? kept : interleave(kept, added) }
}
