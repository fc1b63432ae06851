import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type SessionFilter } from '../../contract/sessions.ts'
import { call } from './api.ts'
import { type News } from './ledger.ts'
import { useLive } from './live-room.tsx'
import { matches } from './matches.ts'
import { sessionKeys } from './session-keys.ts'

export type Count = { count: number; capped: boolean }

const recountEveryMs = 1_000

const mayMove = (news: readonly News[], filters: readonly SessionFilter[]) =>
  news.some(({ before, after }) => {
    if (before === undefined) return true
    return filters.some(
      (filter) => (before !== null && matches(before, filter)) !== (after !== null && matches(after, filter)),
    )
  })

/** How many sessions fit each filter, asked of the server and asked again, at most once a second, when news may move it. */
export function useSessionCounts(filters: readonly SessionFilter[], enabled = true) {
  const live = useLive()
  const queries = useQueryClient()
  const key = sessionKeys.count(filters)
  const counts = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<Count[]> =>
      Promise.all(
        filters.map(async (filter, place) => {
          const askedAt = performance.now()
          const page = await call('listSessions', { query: { ...filter, limit: 1 } }, signal)
          if (place === 0) live.cover('fleet', askedAt, page.feed)
          return page.total ?? { count: 0, capped: false }
        }),
      ),
    enabled,
    placeholderData: (previous) => previous,
  })
  const fingerprint = JSON.stringify(filters)
  useEffect(() => {
    if (!enabled) return
    const watched = JSON.parse(fingerprint) as SessionFilter[]
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = live.onNews((news) => {
      if (timer !== undefined || !mayMove(news, watched)) return
      timer = setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: sessionKeys.count(watched) }, { cancelRefetch: false })
      }, recountEveryMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [live, queries, enabled, fingerprint])
  return counts
}
