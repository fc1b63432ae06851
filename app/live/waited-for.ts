import { useQuery } from '@tanstack/react-query'
import { call } from './api.ts'

const rereadMs = 3_000
const most = 500
const nobody: ReadonlyMap<string, number> = new Map()

/** How many wait in line for what each session holds, while somebody looks at a list where it counts. */
export function useWaitedFor(enabled: boolean): ReadonlyMap<string, number> {
  const { data } = useQuery({
    queryKey: ['waited-for'],
    queryFn: async ({ signal }) => {
      const { items } = await call('listThreads', { query: { state: 'waited_for', limit: most } }, signal)
      const waiting = new Map<string, number>()
      for (const { owner, waiting: many } of items) if (owner !== null) waiting.set(owner.sessionId, (waiting.get(owner.sessionId) ?? 0) + many)
      return waiting
    },
    enabled,
    staleTime: 0,
    refetchInterval: rereadMs,
  })
  return enabled ? (data ?? nobody) : nobody
}
