'use client'

import { X } from 'lucide-react'
import Link from 'next/link'
import { ApiError, sayError } from '../live/api-error.ts'
import { useSession } from '../live/sessions.ts'
import { SessionActions } from '../session/actions.tsx'
import { ActorChain } from '../session/actor-chain.tsx'
import { Clocks } from '../session/clocks.tsx'
import { Evidence } from '../session/evidence.tsx'
import { SessionGone } from '../session/gone.tsx'
import { Holds, WaitsFor } from '../session/holds.tsx'
import { Timeline } from '../session/timeline.tsx'
import { Doing } from '../session/doing.tsx'
import { UsageLine } from '../session/usage.tsx'
import { VerdictCard } from '../session/verdict-card.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** One session beside the list, which stays where it is. */
export function Peek({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useSession(id)
  const gone = data?.gone || (error instanceof ApiError && error.code === 'session_not_found')
  return (
    <aside
      aria-label="Peek"
      data-testid="peek"
      className="flex w-[320px] shrink-0 flex-col border-l border-line bg-panel max-md:fixed max-md:inset-0 max-md:z-10 max-md:w-full"
    >
      <div className="flex items-start gap-2 px-4 pt-3">
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-lg font-semibold">{data === undefined ? <Skeleton className="my-1 h-4 w-40" /> : data.session.name}</h2>
          <p className="truncate text-sm text-dim" title={id}>
            <span className="font-mono">{id}</span>
            {data !== undefined &&
              [data.session.harness, data.session.model, data.session.hostname ?? data.session.hostId].map((word) => word !== null && ` · ${word}`)}
          </p>
        </div>
        <Button variant="ghost" size="icon" aria-label="Close the peek" title="Close (Esc)" onClick={onClose}>
          <X size={14} aria-hidden />
        </Button>
      </div>
      {gone ? (
        <SessionGone id={id} />
      ) : data === undefined ? (
        <div className="grid gap-3 p-4">
          {error !== null ? <Notice tone="bad" title={sayError(error).message} hint={sayError(error).hint} /> : <Skeleton className="h-16" />}
        </div>
      ) : (
        <>
          <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto px-4 py-3">
            <VerdictCard session={data.session} holds={data.holds} />
            <Evidence session={data.session} />
            <Clocks session={data.session} holds={data.holds} />
            <ActorChain id={id} />
            <Holds holds={data.holds} />
            <WaitsFor waitsFor={data.waitsFor} />
            <Doing session={data.session} />
            <Timeline entries={data.timeline} most={6} />
            <UsageLine session={data.session} />
          </div>
          <div className="flex flex-wrap gap-2 px-4 py-3">
            <Link href={`/sessions/${id}`} prefetch={false} className={buttonLook()}>
              Open session
            </Link>
            <SessionActions detail={data} only="abandoned" />
          </div>
        </>
      )}
    </aside>
  )
}
