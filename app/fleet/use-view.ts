import { useSearchParams } from 'next/navigation'
import { useCallback, useMemo } from 'react'
import { type SessionFilter } from '../../contract/sessions.ts'
import { type Grouping, noFolds, readViewUrl, toggleFold, toViewUrl, type View } from './view-url.ts'

const here = () => readViewUrl(new URLSearchParams(window.location.search))

function go(view: View, how: 'push' | 'replace') {
  const address = window.location.pathname + toViewUrl(view)
  if (how === 'push') window.history.pushState(null, '', address)
  else window.history.replaceState(null, '', address)
}

/** The view is the address: reload, back and a link to a colleague all keep it. Folding is no place to go back to. */
export function useView() {
  const search = useSearchParams().toString()
  const view = useMemo(() => readViewUrl(new URLSearchParams(search)), [search])
  // What is rendered may lag behind the address for a moment; who types quickly must not lose a term to that.
  const setFilter = useCallback((next: SessionFilter | ((now: SessionFilter) => SessionFilter), how: 'push' | 'replace' = 'push') => {
    const now = here()
    go({ ...now, filter: typeof next === 'function' ? next(now.filter) : next }, how)
  }, [])
  const setGroup = useCallback((group: Grouping | null) => go({ ...here(), group, folds: noFolds }, 'push'), [])
  const fold = useCallback((key: string) => go({ ...here(), folds: toggleFold(here().folds, key) }, 'replace'), [])
  const foldAll = useCallback((all: boolean) => go({ ...here(), folds: { all, except: [] } }, 'replace'), [])
  return { ...view, setFilter, setGroup, fold, foldAll }
}
export type SetFilter = ReturnType<typeof useView>['setFilter']
