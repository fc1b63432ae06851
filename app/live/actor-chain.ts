import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from './api.ts'
import { useLive } from './live-room.tsx'
import { sessionKeys } from './session-keys.ts'

const rereadAtMostEveryMs = 1_000

/** Its ancestors and children. Read again when the feed tells of one of them, or of a new child. */
export function useActorChain(id: string) {
  const live = useLive()
  const queries = useQueryClient()
  const shown = useQuery({
    queryKey: sessionKeys.chain(id),
    queryFn: ({ signal }) => call('readActorChain', { params: { id } }, signal),
    staleTime: 0,
  })
  const { data } = shown
  useEffect(() => {
    if (data === undefined) return
    const known = new Set([...data.chain, ...data.children].map((node) => node.id))
    const keys = new Set([...data.chain.map(({ nativeParentActorKey }) => nativeParentActorKey), data.chain.at(-1)?.nativeActorKey])
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = live.onNews((news) => {
      const concerns = news.some(
        ({ id: one, after }) =>
          known.has(one) || (after !== null && [after.nativeParentActorKey, after.nativeActorKey].some((key) => key !== null && keys.has(key))),
      )
      if (!concerns || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: sessionKeys.chain(id) }, { cancelRefetch: false })
      }, rereadAtMostEveryMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [live, queries, id, data])
  return shown
}
