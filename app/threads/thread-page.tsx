'use client'

import Link from 'next/link'
import { type ThreadDetail } from '../../contract/threads.ts'
import { Loaded } from '../frame/loaded.tsx'
import { PageBar } from '../frame/page-bar.tsx'
import { ApiError } from '../live/api-error.ts'
import { useThread } from '../live/threads.ts'
import { Age } from '../session/age.tsx'
import { sayInstant } from '../session/words.ts'
import { Blank } from '../ui/blank.tsx'
import { buttonLook } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { OwnerCard } from './owner-card.tsx'
import { OwnerChart } from './owner-chart.tsx'
import { threadState } from './owner-state.ts'
import { OwnerTable } from './owner-table.tsx'
import { ThreadActions } from './thread-actions.tsx'
import { ThreadMark } from './thread-mark.tsx'
import { WaitingLine } from './waiting-line.tsx'

export function ThreadPage({ id }: { id: string }) {
  const shown = useThread(id)
  if (shown.error instanceof ApiError && ['thread_not_found', 'invalid_input'].includes(shown.error.code)) return <ThreadGone id={id} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageBar>
        <nav aria-label="Where this is" className="flex min-w-0 items-center gap-1.5 text-dim">
          <Link href="/threads" prefetch={false} className="hover:text-text hover:underline">
            Threads
          </Link>
          <span aria-hidden className="text-faint">
            /
          </span>
          <span className="truncate font-mono text-sm text-text">{shown.data?.thread.name ?? id}</span>
        </nav>
      </PageBar>
      <Loaded query={shown} loading="Loading the thread" skeleton={<ThreadSkeleton />} className="m-4">
        {(detail) => <ShownThread detail={detail} />}
      </Loaded>
    </div>
  )
}

function ShownThread({ detail }: { detail: ThreadDetail }) {
  const { thread, waiters, history } = detail
  const refused = history.reduce((sum, tenure) => sum + tenure.refused, 0)
  return (
    <article data-testid="thread" data-thread-id={thread.id} data-version={thread.version} className="min-h-0 flex-1 overflow-y-auto">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-4 max-md:px-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="font-mono text-lg font-semibold break-all">{thread.name}</h1>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-dim">
            <ThreadMark state={threadState(thread)} />
            <span className="font-mono text-sm">#{thread.generation}</span>
            <span>in {thread.workspace}</span>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ThreadActions detail={detail} />
        </div>
      </header>
      <div className="grid gap-x-10 gap-y-6 px-4 pb-8 max-md:px-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,340px)]">
        <div className="grid content-start gap-6 max-lg:contents">
          <div className="max-lg:-order-2">
            <OwnerCard thread={thread} />
          </div>
          <Section title="Owners over time">
            <OwnerChart history={history} owner={thread.owner} />
          </Section>
          {history.length > 0 && (
            <Section title="History of its owners" aside={history.length >= 200 ? 'the newest 200' : undefined}>
              <OwnerTable history={history} />
            </Section>
          )}
        </div>
        <div className="grid content-start gap-6 max-lg:contents">
          <WaitingLine waiters={waiters} waiting={thread.waiting} className="max-lg:-order-1" />
          <Section title="This thread">
            <Facts>
              <Fact name="anchor" mono>
                {thread.anchor ?? <span className="font-sans text-faint">none</span>}
              </Fact>
              <Fact name="generation" mono>
                {thread.generation}
              </Fact>
              <Fact name="reserved">{thread.reservedAt === null ? 'never' : <Age since={thread.reservedAt} suffix=" ago" />}</Fact>
              <Fact name="refused">
                <span data-testid="refused">
                  {thread.owner === null ? '' : `${thread.owner.refused.toLocaleString('en-US')} for this owner, `}
                  {refused.toLocaleString('en-US')} in all
                </span>
              </Fact>
              <Fact name="workspace">{thread.workspace}</Fact>
              {thread.reservedAt !== null && <Fact name="at">{sayInstant(thread.reservedAt)}</Fact>}
            </Facts>
          </Section>
        </div>
      </div>
    </article>
  )
}

function ThreadGone({ id }: { id: string }) {
  return (
    <Blank
      title="This thread is not here."
      testId="thread-gone"
      actions={
        <Link href="/threads" className={buttonLook()}>
          Back to the threads
        </Link>
      }
    >
      <code className="font-mono text-sm break-all text-text">{id}</code> never was, or lies in a workspace that you do not see.
    </Blank>
  )
}

function ThreadSkeleton() {
  return (
    <div className="grid max-w-3xl gap-3">
      <Skeleton className="h-6 w-64" />
      <Skeleton className="h-16" />
      <Skeleton className="h-40" />
    </div>
  )
}
