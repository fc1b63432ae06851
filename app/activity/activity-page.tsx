'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useMemo, useState } from 'react'
import { Loaded } from '../frame/loaded.tsx'
import { sayError } from '../live/api-error.ts'
import { useAuditList } from '../live/audit.ts'
import { Blank } from '../ui/blank.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ActivityBar } from './activity-bar.tsx'
import { ActivityPeek } from './activity-peek.tsx'
import { ActivitySkeleton } from './activity-skeleton.tsx'
import { ActivityTable } from './activity-table.tsx'
import { sayActivityFilter, type Term, withTerms } from './filter-terms.ts'
import { toActivityUrl } from './filter-url.ts'
import { goneIn } from './target-link.ts'
import { useActivityFilter } from './use-activity-filter.ts'
import { useActivityKeys } from './use-activity-keys.ts'

const none: never[] = []

export function ActivityPage() {
  const { filter, asked, setFilter } = useActivityFilter()
  const list = useAuditList(asked)
  const rows = list.data?.rows ?? none
  const [chosen, choose] = useState<number | null>(null)
  const [peek, setPeek] = useState(false)
  const router = useRouter()
  useActivityKeys({ rows, chosen, choose, peek, setPeek })
  const onPeek = useCallback((id: number) => {
    choose(id)
    setPeek(true)
  }, [])
  const onOpen = useCallback((href: string) => router.push(href), [router])
  const onOnly = (term: Term) => setFilter(withTerms({}, [term]))
  const shown = peek ? rows.find(({ id }) => id === chosen) : undefined
  const gone = useMemo(() => goneIn(rows), [rows])
  return (
    <div className="flex min-h-0 flex-1">
      <h1 className="sr-only">Activity</h1>
      <div className="flex min-w-0 flex-1 flex-col">
        <ActivityBar filter={filter} asked={asked} setFilter={setFilter} />
        <Loaded query={list} loading="Loading the activity" skeleton={<ActivitySkeleton />} className={list.error === null ? 'flex-1 overflow-hidden' : 'm-4'}>
          {({ nextCursor }) =>
            rows.length === 0 ? (
              <NothingFits unfiltered={toActivityUrl(filter) === ''} said={sayActivityFilter(filter)} onClear={() => setFilter({})} />
            ) : (
              <ActivityTable rows={rows} complete={nextCursor === null} chosen={chosen} onPeek={onPeek} onOpen={onOpen} onEndReached={list.loadMore} />
            )
          }
        </Loaded>
        {list.moreError !== null && (
          <Notice tone="bad" title="What happened before that did not load." hint={sayError(list.moreError).hint} className="m-2">
            <Button size="sm" onClick={list.retryMore}>
              Try again
            </Button>
          </Notice>
        )}
      </div>
      {shown !== undefined && <ActivityPeek entry={shown} gone={gone} onOnly={onOnly} onClose={() => setPeek(false)} />}
    </div>
  )
}

function NothingFits({ unfiltered, said, onClear }: { unfiltered: boolean; said: string; onClear: () => void }) {
  if (unfiltered)
    return (
      <Blank title="Nothing was done yet." testId="empty">
        What people, tokens and Muster itself do appears here by itself, and stays.
      </Blank>
    )
  return (
    <Blank title="Nothing fits." testId="empty" actions={<Button onClick={onClear}>Clear the filters</Button>}>
      Nothing fits <code className="font-mono text-sm text-text">{said}</code>. What comes to fit appears by itself.
    </Blank>
  )
}
