'use client'

import { useSearchParams } from 'next/navigation'
import { useCallback, useMemo } from 'react'
import { type ThreadFilter } from '../../contract/match-thread.ts'
import { readThreadsUrl, toThreadsUrl } from './filter-url.ts'

/** The filter is the address: reload, back and a link to a colleague all keep it. */
export function useThreadFilter() {
  const search = useSearchParams().toString()
  const filter = useMemo(() => readThreadsUrl(new URLSearchParams(search)), [search])
  const setFilter = useCallback((next: ThreadFilter, how: 'push' | 'replace' = 'push') => {
    const address = window.location.pathname + toThreadsUrl(next)
    if (how === 'push') window.history.pushState(null, '', address)
    else window.history.replaceState(null, '', address)
  }, [])
  return { filter, setFilter }
}
export type SetThreadFilter = ReturnType<typeof useThreadFilter>['setFilter']
