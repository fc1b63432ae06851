import { type z } from 'zod'
import { type CappedCount } from '../../contract/sessions.ts'
import { type Ledger, type News } from './ledger.ts'

type Row = { id: string; version: number }
/** Rows as far as they were loaded, newest first. floor: where the last loaded page ended; null: all of them are here. */
export type LiveList<Body> = {
  rows: readonly Body[]
  nextCursor: string | null
  floor: number | null
  total: z.infer<typeof CappedCount> | null
}
type Page<Body> = { items: Body[]; nextCursor: string | null; total: LiveList<Body>['total']; serverNow: string }

/** What a list is of: the instant in ms that it is ordered by, newest first, and whether a row belongs in it. */
type ListOf<Body, Filter> = { at: (row: Body) => number; fits: (row: Body, filter: Filter) => boolean }

/** Lists that the feed keeps right: pages are added below, and news goes into what is loaded. */
export function keepLists<Body extends Row, Filter>({ at, fits }: ListOf<Body, Filter>) {
  /** Below zero: a stands above b. */
  const inOrder = (a: Body, b: Body) => at(b) - at(a) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
  const covers = (list: Pick<LiveList<Body>, 'floor'>, row: Body) => list.floor === null || at(row) >= list.floor

  /** Where the row goes in sorted rows, by halving: a list of ten thousand is never sorted again for one newcomer. */
  function placeFor(rows: readonly Body[], row: Body, from: number): number {
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

  /** Sorted rows with the added ones among them; of one that stands in both, the added row is taken. */
  function interleave(rows: readonly Body[], added: readonly Body[]): Body[] {
    const replaced = new Set(added.map((row) => row.id))
    const kept = rows.filter((row) => !replaced.has(row.id))
    const result: Body[] = []
    let from = 0
    for (const row of added.toSorted(inOrder)) {
      const place = placeFor(kept, row, from)
      for (; from < place; from++) result.push(kept[from] as Body)
      result.push(row)
    }
    for (; from < kept.length; from++) result.push(kept[from] as Body)
    return result
  }

  /** A page as the feed would have it by now: older rows lifted, ended or deleted ones dropped, new ones put in. */
  function addPage(
    list: LiveList<Body> | null,
    page: Page<Body>,
    filter: Filter,
    ledger: Ledger<Body>,
    asked: { arrivals: number; at: number },
  ): LiveList<Body> {
    const readAt = Date.parse(page.serverNow)
    const last = page.items.at(-1)
    const floor = page.nextCursor === null || last === undefined ? null : at(last)
    const next = { nextCursor: page.nextCursor, floor, total: list?.total ?? page.total }
    const settled = page.items.flatMap((item) => ledger.settle(item, readAt, asked.at) ?? [])
    const missed = [...ledger.arrivedAfter(asked.arrivals)].filter((row) => covers(next, row))
    const rows = interleave(interleave(list?.rows ?? [], settled), missed).filter((row) => fits(row, filter))
    return { ...next, rows }
  }

  /** The list with the news in it. The same object when nothing in it changed; untouched rows stay the same objects. */
  function applyNews(list: LiveList<Body>, news: readonly News<Body>[], filter: Filter): LiveList<Body> {
    const places = new Map(list.rows.map((row, place) => [row.id, place]))
    const rows: (Body | null)[] = [...list.rows]
    const added: Body[] = []
    let changed = false
    for (const { id, after } of news) {
      const place = places.get(id)
      const belongs = after !== null && fits(after, filter)
      const before = place === undefined ? undefined : list.rows[place]
      const stays = belongs && before !== undefined && at(before) === at(after)
      if (place !== undefined) rows[place] = stays ? after : null
      // One that is new here, or whose instant moved: it goes where it belongs, unless that is below what was loaded.
      if (belongs && !stays && covers(list, after)) added.push(after)
      else if (place === undefined) continue
      changed = true
    }
    if (!changed) return list
    const kept = rows.filter((row) => row !== null)
    return { ...list, rows: added.length === 0 ? kept : interleave(kept, added) }
  }

  return { inOrder, addPage, applyNews }
}
