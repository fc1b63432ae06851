'use client'

import clsx from 'clsx'
import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import { Loaded } from '../frame/loaded.tsx'
import { sayError } from '../live/api-error.ts'
import { useThreadList } from '../live/threads.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { columns, gridLook } from './columns.ts'
import { EmptyThreads } from './empty-threads.tsx'
import { ThreadTable } from './thread-table.tsx'
import { ThreadsBar } from './threads-bar.tsx'
import { useThreadFilter } from './use-thread-filter.ts'
import { useThreadKeys } from './use-thread-keys.ts'

const none: never[] = []

export function ThreadsPage() {
  const { filter, setFilter } = useThreadFilter()
  const list = useThreadList(filter)
  const rows = list.data?.rows ?? none
  const [chosen, choose] = useState<string | null>(null)
  const router = useRouter()
  const onOpen = useCallback((id: string) => router.push(`/threads/${id}`), [router])
  useThreadKeys({ rows, chosen, choose, onOpen })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Threads</h1>
      <ThreadsBar filter={filter} setFilter={setFilter} />
      <Loaded query={list} loading="Loading threads" skeleton={<ThreadsSkeleton />} className={list.error === null ? 'flex-1 overflow-hidden' : 'm-4'}>
        {({ nextCursor }) =>
          rows.length === 0 ? (
            <EmptyThreads filter={filter} setFilter={setFilter} />
          ) : (
            <ThreadTable rows={rows} complete={nextCursor === null} chosen={chosen} onChoose={choose} onOpen={onOpen} onEndReached={list.loadMore} />
          )
        }
      </Loaded>
      {list.moreError !== null && (
        <Notice tone="bad" title="The next threads did not load." hint={sayError(list.moreError).hint} className="m-2">
          <Button size="sm" onClick={list.retryMore}>
            Try again
          </Button>
        </Notice>
      )}
    </div>
  )
}

function ThreadsSkeleton() {
  return Array.from({ length: 14 }, (_, row) => (
    <div key={row} className={clsx(gridLook, 'h-[30px] border-b border-line')}>
      {columns.map(({ name, look }) => (
        <span key={name} className={look}>
          <Skeleton className="h-2.5 w-3/4" />
        </span>
      ))}
    </div>
  ))
}
