'use client'

import Link from 'next/link'
import { type ThreadFilter } from '../../contract/match-thread.ts'
import { useAnyThread } from '../live/threads.ts'
import { Blank } from '../ui/blank.tsx'
import { Button } from '../ui/button.tsx'
import { sayThreadFilter, toThreadsUrl } from './filter-url.ts'
import { type SetThreadFilter } from './use-thread-filter.ts'

/** No rows has two reasons, and each has its own way on. */
export function EmptyThreads({ filter, setFilter }: { filter: ThreadFilter; setFilter: SetThreadFilter }) {
  const unfiltered = toThreadsUrl(filter) === ''
  const any = useAnyThread(unfiltered)
  if (unfiltered && any.isPending) return <div className="flex-1" />
  if (unfiltered)
    return (
      <Blank title="No thread yet." testId="empty">
        A thread is a line of work that one agent owns at a time: a branch, a worktree, a ticket. It appears here by itself once an agent reserves it, or registers
        without naming one. The calls are in the{' '}
        <Link href="/api-reference" prefetch={false} className="text-accent underline">
          API reference
        </Link>
        .
      </Blank>
    )
  return (
    <Blank title="No thread fits." testId="empty" actions={<Button onClick={() => setFilter({})}>Clear the filters</Button>}>
      Nothing fits <span className="text-text">{sayThreadFilter(filter)}</span>. One that comes to fit appears by itself.
    </Blank>
  )
}
