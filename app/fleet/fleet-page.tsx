'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useMemo, useState } from 'react'
import { useSessionList } from '../live/sessions.ts'
import { sayError } from '../live/api-error.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { EmptyFleet } from './empty-fleet.tsx'
import { Peek } from './peek.tsx'
import { SessionTable } from './session-table.tsx'
import { Strip } from './strip.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { TopBar } from './top-bar.tsx'
import { useFilter } from './use-filter.ts'
import { useListKeys } from './use-list-keys.ts'

const none: never[] = []

export function FleetPage() {
  const { filter, setFilter } = useFilter()
  const list = useSessionList(filter)
  const rows = list.data?.rows ?? none
  const [chosen, choose] = useState<string | null>(null)
  const [peek, setPeek] = useState(false)
  const router = useRouter()
  const onOpen = useCallback((id: string) => router.push(`/sessions/${id}`), [router])
  useListKeys({ rows, chosen, choose, peek, setPeek, onOpen })
  const onPeek = useCallback((id: string) => {
    choose(id)
    setPeek(true)
  }, [])
  const workspaces = useMemo(() => [...new Set(rows.map(({ workspace }) => workspace))], [rows])
  return (
    <div className="flex min-h-0 flex-1">
      <h1 className="sr-only">Fleet</h1>
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar filter={filter} setFilter={setFilter} workspaces={workspaces} />
        <Strip filter={filter} setFilter={setFilter} list={list.data} />
        {list.isPending ? (
          <TableSkeleton />
        ) : list.data === undefined ? (
          <Notice tone="bad" title={sayError(list.error).message} hint={sayError(list.error).hint} className="m-4">
            <Button onClick={() => void list.refetch()}>Try again</Button>
          </Notice>
        ) : rows.length === 0 ? (
          <EmptyFleet filter={filter} setFilter={setFilter} />
        ) : (
          <SessionTable
            rows={rows}
            complete={list.data.nextCursor === null}
            chosen={chosen}
            steady={chosen !== null}
            onPeek={onPeek}
            onOpen={onOpen}
            onEndReached={list.loadMore}
          />
        )}
        {list.moreError !== null && (
          <Notice tone="bad" title="The next sessions did not load." hint={sayError(list.moreError).hint} className="m-2">
            <Button size="sm" onClick={list.retryMore}>
              Try again
            </Button>
          </Notice>
        )}
      </div>
      {peek && chosen !== null && <Peek key={chosen} id={chosen} onClose={() => setPeek(false)} />}
    </div>
  )
}
