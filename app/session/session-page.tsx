'use client'

import Link from 'next/link'
import { type SessionDetail } from '../../contract/sessions.ts'
import { Loaded } from '../frame/loaded.tsx'
import { PageBar } from '../frame/page-bar.tsx'
import { ApiError } from '../live/api-error.ts'
import { useSession } from '../live/sessions.ts'
import { Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SessionActions } from './actions.tsx'
import { ActorChain } from './actor-chain.tsx'
import { AttachTrail } from './attach-trail.tsx'
import { Clocks } from './clocks.tsx'
import { ContextQueries } from './context-queries.tsx'
import { Doing } from './doing.tsx'
import { SessionGone } from './gone.tsx'
import { Holds, WaitsFor } from './holds.tsx'
import { Identity, Labels, Origin, Place } from './identity.tsx'
import { SessionHead } from './session-head.tsx'
import { Timeline } from './timeline.tsx'
import { UndoBanner } from './undo-banner.tsx'
import { UsagePlot } from './usage-plot.tsx'
import { UsageTable } from './usage.tsx'
import { VerdictCard } from './verdict-card.tsx'
import { Why } from './why.tsx'

export function SessionPage({ id }: { id: string }) {
  const shown = useSession(id)
  const neverWas = shown.error instanceof ApiError && ['session_not_found', 'invalid_input'].includes(shown.error.code)
  if (neverWas || shown.data?.gone) return <SessionGone id={id} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageBar>
        <nav aria-label="Where this is" className="flex min-w-0 items-center gap-1.5 text-dim">
          <Link href="/" prefetch={false} className="hover:text-text hover:underline">
            Fleet
          </Link>
          <span aria-hidden className="text-faint">
            /
          </span>
          <span className="truncate text-text">{shown.data?.session.name ?? <span className="font-mono text-sm">{id}</span>}</span>
        </nav>
      </PageBar>
      <Loaded query={shown} loading="Loading the session" skeleton={<SessionSkeleton />} className="m-4">
        {(detail) => <ShownDetail detail={detail} />}
      </Loaded>
    </div>
  )
}

function SessionSkeleton() {
  return (
    <div className="grid max-w-3xl gap-3">
      <Skeleton className="h-6 w-64" />
      <Skeleton className="h-20" />
      <Skeleton className="h-40" />
    </div>
  )
}

function ShownDetail({ detail }: { detail: SessionDetail }) {
  const { session, holds, waitsFor, contextQueries, timeline, usageOverTime } = detail
  return (
    <article data-testid="session" data-session-id={session.id} data-version={session.version} className="min-h-0 flex-1 overflow-y-auto">
      <SessionHead session={session}>
        <SessionActions detail={detail} />
      </SessionHead>
      <div className="grid gap-x-10 gap-y-6 px-4 pb-8 max-md:px-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,380px)]">
        <div className="grid content-start gap-6 max-lg:contents">
          <div className="grid gap-3 max-lg:-order-2">
            <UndoBanner session={session} />
            <VerdictCard session={session} holds={holds} />
            <Why session={session} />
          </div>
          <Doing session={session} />
          <Timeline entries={timeline} />
          <Section title="Usage">
            <UsagePlot session={session} samples={usageOverTime} />
            <UsageTable detail={detail} />
          </Section>
          <ContextQueries queries={contextQueries} />
        </div>
        <div className="grid content-start gap-6 max-lg:contents">
          <Clocks session={session} holds={holds} className="max-lg:-order-1" />
          <ActorChain id={session.id} />
          <Holds holds={holds} />
          <WaitsFor waitsFor={waitsFor} />
          <AttachTrail session={session} />
          <Identity session={session} />
          <Place session={session} />
          <Origin session={session} />
          <Labels labels={session.labels} />
        </div>
      </div>
    </article>
  )
}
