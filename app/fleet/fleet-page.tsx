'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import { Loaded } from '../frame/loaded.tsx'
import { sayError } from '../live/api-error.ts'
import { useSessionList } from '../live/sessions.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { EmptyFleet } from './empty-fleet.tsx'
import { Peek } from './peek.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { SessionTable } from './session-table.tsx'
import { Strip } from './strip.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { TopBar } from './top-bar.tsx'
import { useFilter } from './use-filter.ts'
import { useListKeys } from './use-list-keys.ts'
import { useMarks } from './use-marks.ts'

const none: never[] = []

export function FleetPage() {
  const { filter, setFilter } = useFilter()
  const list = useSessionList(filter)
  const rows = list.data?.rows ?? none
  const [chosen, choose] = useState<string | null>(null)
  const [peek, setPeek] = useState(false)
  const router = useRouter()
  const onOpen = useCallback((id: string) => router.push(`/sessions/${id}`), [router])
  const { marks, marked, mark, clearMarks } = useMarks(rows)
  useListKeys({ rows, chosen, choose, peek, setPeek, marked: marked.length, mark, clearMarks, onOpen })
  const onPeek = useCallback((id: string) => {
    choose(id)
    setPeek(true)
  }, [])
  return (
    <div className="flex min-h-0 flex-1">
      <h1 className="sr-only">Fleet</h1>
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar filter={filter} setFilter={setFilter} />
        <Strip filter={filter} setFilter={setFilter} list={list.data} />
        <Loaded query={list} loading="Loading sessions" skeleton={<TableSkeleton />} className={list.error === null ? 'flex-1 overflow-hidden' : 'm-4'}>
          {({ nextCursor }) =>
            rows.length === 0 ? (
              <EmptyFleet filter={filter} setFilter={setFilter} />
            ) : (
              <SessionTable
                rows={rows}
                complete={nextCursor === null}
                chosen={chosen}
                marks={marks}
                steady={chosen !== null}
                onPeek={onPeek}
                onMark={mark}
                onOpen={onOpen}
                onEndReached={list.loadMore}
              />
            )
          }
        </Loaded>
        {list.moreError !== null && (
          <Notice tone="bad" title="The next sessions did not load." hint={sayError(list.moreError).hint} className="m-2">
            <Button size="sm" onClick={list.retryMore}>
              Try again
            </Button>
          </Notice>
        )}
        {marked.length > 0 && <SelectionBar ids={marked} onClear={clearMarks} />}
      </div>
      {peek && chosen !== null && <Peek key={chosen} id={chosen} onClose={() => setPeek(false)} />}
    </div>
  )
}
