import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Breaker, type FleetHistory } from '../../contract/liveness.ts'
import { isNewer } from '../../contract/realtime.ts'
import { call } from './api.ts'
import { useLive } from './live-room.tsx'

const key = ['fleet-history'] as const
/** A sample is taken once a minute. */
const rereadMs = 30_000
const minutes = 60

/** The last hour of one workspace, or of all of them together, and the breaker, which is told of at once. */
export function useFleetHistory(workspace: string | undefined) {
  const live = useLive()
  const queries = useQueryClient()
  useEffect(
    () =>
      live.onTopic('breaker', (changes) => {
        for (const { body } of changes) {
          const told = Breaker.safeParse(body).data
          if (told === undefined) continue
          queries.setQueriesData<FleetHistory>({ queryKey: key }, (known) => (known !== undefined && isNewer(told, known.breaker) ? { ...known, breaker: told } : known))
        }
      }),
    [live, queries],
  )
  return useQuery({
    queryKey: [...key, workspace],
    queryFn: ({ signal }) => call('readFleetHistory', { query: { workspace, minutes } }, signal),
    staleTime: 0,
    refetchInterval: rereadMs,
    placeholderData: (previous) => previous,
  })
}

export function useClearBreaker() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => call('clearBreaker', { body: { reason } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: key }),
  })
}
