'use client'

import { useSearchParams } from 'next/navigation'
import { useCallback, useMemo } from 'react'
import { serverTime } from '../live/server-clock.ts'
import { type ActivityFilter, readActivityUrl, toActivityUrl, toAuditFilter } from './filter-url.ts'

/** The filter is the address: reload, back and a link to a colleague all keep it. */
export function useActivityFilter() {
  const search = useSearchParams().toString()
  const filter = useMemo(() => readActivityUrl(new URLSearchParams(search)), [search])
  // A span begins where it began when it was chosen: a list that lost its oldest row every second would never be still.
  const asked = useMemo(() => toAuditFilter(filter, serverTime()), [filter])
  const setFilter = useCallback((next: ActivityFilter, how: 'push' | 'replace' = 'push') => {
    const address = window.location.pathname + toActivityUrl(next)
    if (how === 'push') window.history.pushState(null, '', address)
    else window.history.replaceState(null, '', address)
  }, [])
  return { filter, asked, setFilter }
}
export type SetActivityFilter = ReturnType<typeof useActivityFilter>['setFilter']
