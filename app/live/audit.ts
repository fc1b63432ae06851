import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { AuditEntry, type AuditFilter } from '../../contract/audit.ts'
import { operations } from '../../contract/operations.ts'
import { call, toAddress } from './api.ts'
import { addAuditPage, addEntries, type AuditList } from './audit-list.ts'
import { type Live } from './live.ts'
import { useLive } from './live-room.tsx'
import { noteServerTime } from './server-clock.ts'

const pageSize = 200
/** Longer than any page takes to load. */
const keepMs = 60_000

/** Begins with the room's name: when the feed can't say what we missed, all of it is read again. */
const auditKeys = { all: ['activity'] as const, list: (filter: AuditFilter) => ['activity', filter] as const }

type Arrived = { entry: AuditEntry; at: number }
const arrivals = new WeakMap<Live, Map<number, Arrived>>()

const arrivedAt = (live: Live) => arrivals.get(live) ?? arrivals.set(live, new Map()).get(live)!

/** When the feed brought this entry, on our own clock; undefined: it was there before us. */
export const heardAt = (live: Live, id: number) => arrivals.get(live)?.get(id)?.at

async function takePage(live: Live, filter: AuditFilter, cursor: string | undefined, signal?: AbortSignal) {
  const askedAt = performance.now()
  const page = await call('listAudit', { query: { ...filter, cursor, limit: pageSize } }, signal)
  noteServerTime(page.serverNow, askedAt, performance.now())
  if (cursor === undefined) live.cover('activity', askedAt, page.feed)
  return { page, askedAt }
}

/** In the room while the page is open. Entries only ever come: each goes into every list that it fits. */
function useActivityRoom() {
  const live = useLive()
  const queries = useQueryClient()
  useEffect(() => live.want('activity'), [live])
  useEffect(
    () =>
      live.onTopic('audit', (changes) => {
        const now = performance.now()
        const heard = arrivedAt(live)
        const entries = changes.flatMap(({ body }) => AuditEntry.safeParse(body).data ?? [])
        for (const entry of entries) if (!heard.has(entry.id)) heard.set(entry.id, { entry, at: now })
        for (const [id, { at }] of heard) if (now - at > keepMs) heard.delete(id)
        for (const [key, list] of queries.getQueriesData<AuditList>({ queryKey: auditKeys.all })) {
          if (list !== undefined) queries.setQueryData(key, addEntries(list, entries, key[1] as AuditFilter))
        }
      }),
    [live, queries],
  )
  return live
}

/** What was done and fits, as far down as it was asked for, kept right by the feed. */
export function useAuditList(filter: AuditFilter) {
  const live = useActivityRoom()
  const queries = useQueryClient()
  const key = auditKeys.list(filter)
  const list = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<AuditList> => {
      const { page, askedAt } = await takePage(live, filter, undefined, signal)
      const meanwhile = [...arrivedAt(live).values()].filter(({ at }) => at >= askedAt).map(({ entry }) => entry)
      return addEntries(addAuditPage(null, page), meanwhile, filter)
    },
    // Nobody is in the room while the page is closed, so what the cache kept is old.
    staleTime: 0,
  })
  const [more, setMore] = useState<{ of: string; error: unknown } | null>(null)
  const cursor = list.data?.nextCursor ?? null
  const loadMore = useCallback(() => {
    if (cursor === null || more?.of === cursor) return
    setMore({ of: cursor, error: null })
    takePage(live, filter, cursor)
      .then(({ page }) => {
        // A list that was taken anew meanwhile goes on from another cursor: this page has no place in it.
        queries.setQueryData<AuditList>(key, (now) => (now === undefined || now.nextCursor !== cursor ? now : addAuditPage(now, page)))
        setMore(null)
      })
      .catch((error: unknown) => setMore({ of: cursor, error }))
  }, [live, queries, cursor, more, key, filter])
  return { ...list, loadMore, retryMore: () => setMore(null), moreError: more?.error ?? null }
}

export const exportAddress = (filter: AuditFilter, format: 'csv' | 'jsonl') =>
  toAddress(operations.exportAudit, { query: { ...filter, format } })
