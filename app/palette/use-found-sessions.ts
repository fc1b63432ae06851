import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type SessionFilter } from '../../contract/sessions.ts'
import { call } from '../live/api.ts'

const typingMs = 150
const most = 8

export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typingMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

type Within = Pick<SessionFilter, 'workspace' | 'status'>
const everywhere: Within = {}

/** Sessions by name, id or thread, asked of the server when the typing pauses. Ended ones too, unless told otherwise. */
export function useFoundSessions(typed: string, within: Within = everywhere) {
  const q = useSettled(typed.trim().slice(0, 200))
  const found = useQuery({
    queryKey: ['palette', q, within],
    queryFn: ({ signal }) => call('listSessions', { query: { ...within, q, limit: most } }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const waiting = typed.trim() !== '' && (q !== typed.trim().slice(0, 200) || found.isFetching)
  return { sessions: q === '' || typed.trim() === '' ? [] : (found.data?.items ?? []), waiting, error: found.error }
}
