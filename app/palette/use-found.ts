import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../live/api.ts'
import { useFoundSessions, useSettled } from './use-found-sessions.ts'

const most = 5

/** Sessions and threads with these words, asked of the server when the typing pauses. */
export function useFound(typed: string) {
  const sessions = useFoundSessions(typed)
  const q = useSettled(typed.trim().slice(0, 200))
  const threads = useQuery({
    queryKey: ['palette', 'threads', q],
    queryFn: ({ signal }) => call('listThreads', { query: { q, limit: most } }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return {
    sessions: sessions.sessions,
    threads: q === '' || typed.trim() === '' ? [] : (threads.data?.items ?? []),
    waiting: sessions.waiting || (q !== '' && threads.isFetching),
    error: sessions.error ?? threads.error,
  }
}
