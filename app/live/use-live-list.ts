import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'

type Paged = { rows: readonly unknown[]; nextCursor: string | null }
/** Asks the server for a page, and gives what puts it into the list by then. */
type TakePage<List> = (cursor: string | undefined, signal?: AbortSignal) => Promise<(list: List | null) => List>
type Options = { refetchInterval?: number | false; most?: number | false; staleTime?: number }

/** A list as far down as it was asked for. most: all of it, page by page, up to so many rows. */
export function useLiveList<List extends Paged>(key: readonly unknown[], takePage: TakePage<List>, { refetchInterval = false, most = false, staleTime }: Options = {}) {
  const queries = useQueryClient()
  const list = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<List> => {
      const shown = queries.getQueryData<List>(key)?.rows.length ?? 0
      let taken = (await takePage(undefined, signal))(null)
      // As far down as it was before, or what a person reads would leave from under them.
      while (taken.nextCursor !== null && taken.rows.length < shown) taken = (await takePage(taken.nextCursor, signal))(taken)
      return taken
    },
    refetchInterval,
    staleTime,
  })
  const [more, setMore] = useState<{ of: string; error: unknown } | null>(null)
  const cursor = list.data?.nextCursor ?? null
  const loadMore = useCallback(() => {
    if (cursor === null || more?.of === cursor) return
    setMore({ of: cursor, error: null })
    takePage(cursor)
      .then((add) => {
        // A list that was taken anew meanwhile goes on from another cursor: this page has no place in it.
        queries.setQueryData<List>(key, (now) => (now === undefined || now.nextCursor !== cursor ? now : add(now)))
        setMore(null)
      })
      .catch((error: unknown) => setMore({ of: cursor, error }))
  }, [queries, cursor, more, key, takePage])
  const wanted = most !== false && list.data !== undefined && list.data.rows.length < most
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it asks the server, and notes that it asked
    if (wanted) loadMore()
  }, [wanted, loadMore])
  return { ...list, loadMore, retryMore: () => setMore(null), moreError: more?.error ?? null }
}
