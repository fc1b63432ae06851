'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useMemo, useState } from 'react'
import { Loaded } from '../frame/loaded.tsx'
import { sayError } from '../live/api-error.ts'
import { useSessionList } from '../live/sessions.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { EmptyFleet } from './empty-fleet.tsx'
import { FoldBar } from './fold-bar.tsx'
import { groupPrefix, toLines } from './group-rows.ts'
import { NeedsYou } from './needs-you.tsx'
import { Peek } from './peek.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { SessionTable } from './session-table.tsx'
import { Strip } from './strip.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { TopBar } from './top-bar.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useMarks } from './use-marks.ts'
import { useView } from './use-view.ts'

const none: never[] = []

export function FleetPage() {
  const { filter, group, folds, setFilter, setGroup, fold, foldAll } = useView()
  // A group of which half is not here would lie about its size, so a grouped list is loaded to its end.
  const list = useSessionList(filter, group !== null)
  const rows = list.data?.rows ?? none
  const lines = useMemo(() => toLines(rows, group, folds), [rows, group, folds])
  const [chosen, choose] = useState<string | null>(null)
  const [peek, setPeek] = useState(false)
  const router = useRouter()
  const onOpen = useCallback((id: string) => router.push(`/sessions/${id}`), [router])
  const { marks, marked, mark, clearMarks } = useMarks(rows)
  useListKeys({ lines, chosen, choose, peek, setPeek, marked: marked.length, mark, clearMarks, onOpen, onFold: fold })
  // One that leaves the list meanwhile stays in the peek: it says why.
  const chosenSession = chosen === null || chosen.startsWith(groupPrefix) ? null : chosen
  const onPeek = useCallback((id: string) => {
    choose(id)
    setPeek(true)
  }, [])
  return (
    <div className="flex min-h-0 flex-1">
      <h1 className="sr-only">Fleet</h1>
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar filter={filter} setFilter={setFilter} group={group} setGroup={setGroup} />
        <Strip filter={filter} setFilter={setFilter} list={list.data} />
        <NeedsYou filter={filter} chosen={chosen} onPeek={onPeek} onAll={() => setFilter({ ...filter, status: ['active'], needs: ['you'] })} />
        <Loaded query={list} loading="Loading sessions" skeleton={<TableSkeleton />} className={list.error === null ? 'flex-1 overflow-hidden' : 'm-4'}>
          {({ nextCursor }) =>
            rows.length === 0 ? (
              <EmptyFleet filter={filter} setFilter={setFilter} />
            ) : (
              <SessionTable
                lines={lines}
                group={group}
                complete={nextCursor === null}
                chosen={chosen}
                marks={marks}
                steady={chosen !== null}
                onChoose={choose}
                onPeek={onPeek}
                onMark={mark}
                onOpen={onOpen}
                onFold={fold}
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
        {group !== null && rows.length > 0 && <FoldBar loaded={rows.length} total={list.data?.total ?? null} complete={list.data?.nextCursor === null} folds={folds} foldAll={foldAll} />}
        <SelectionBar ids={marked} filter={filter} onClear={clearMarks} />
      </div>
      {peek && chosenSession !== null && <Peek key={chosenSession} id={chosenSession} onClose={() => setPeek(false)} />}
    </div>
  )
}
