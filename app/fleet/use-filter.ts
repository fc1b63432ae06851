'use client'

import { useSearchParams } from 'next/navigation'
import { useCallback, useMemo } from 'react'
import { type SessionFilter } from '../../contract/sessions.ts'
import { readFilterUrl, toFilterUrl } from './filter-url.ts'

/** The filter is the address: reload, back and a link to a colleague all keep it. */
export function useFilter() {
  const search = useSearchParams().toString()
  const filter = useMemo(() => readFilterUrl(new URLSearchParams(search)), [search])
  const setFilter = useCallback((next: SessionFilter, how: 'push' | 'replace' = 'push') => {
    const address = window.location.pathname + toFilterUrl(next)
    if (how === 'push') window.history.pushState(null, '', address)
    else window.history.replaceState(null, '', address)
  }, [])
  return { filter, setFilter }
}
export type SetFilter = ReturnType<typeof useFilter>['setFilter']
