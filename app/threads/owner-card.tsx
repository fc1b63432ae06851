'use client'

import clsx from 'clsx'
import Link from 'next/link'
import { type Thread } from '../../contract/threads.ts'
import { useTick } from '../live/ticker.ts'
import { Age } from '../session/age.tsx'
import { toneCard, toneOf } from '../session/state.ts'
import { StateShape } from '../session/state-mark.tsx'
import { ownerState, sayWhy } from './owner-state.ts'

/** Who has it, since when, how alive and why we think so; or that it is free. */
export function OwnerCard({ thread }: { thread: Thread }) {
  const { owner, reservedAt } = thread
  const why = useTick((now) => (owner === null ? '' : sayWhy(owner, now)))
  if (owner === null)
    return (
      <div data-testid="owner" data-state="free" className="lives rounded-md border border-line-strong bg-panel px-3 py-2.5">
        <p className="font-semibold">Free: nobody has it</p>
        <p className="mt-0.5 text-sm text-dim">
          {reservedAt === null ? 'It was never reserved.' : <>It was last reserved <Age since={reservedAt} suffix=" ago" />.</>} Whoever reserves it first gets it.
        </p>
      </div>
    )
  const state = ownerState(owner)
  return (
    <div data-testid="owner" data-state={state} className={clsx('lives rounded-md border px-3 py-2.5', toneCard[toneOf(state)])}>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 font-semibold">
        <StateShape state={state} />
        <Link href={`/sessions/${owner.sessionId}`} prefetch={false} className="min-w-0 truncate hover:underline">
          {owner.name}
        </Link>
        <span className="font-normal text-dim">
          has it for <Age since={owner.reservedAt} />, {state}
        </span>
      </p>
      <p className="mt-0.5 text-sm text-dim">
        {why.charAt(0).toUpperCase() + why.slice(1)}.{' '}
        {owner.undoUntil !== null
          ? 'Until then nobody else gets it.'
          : state === 'dead'
            ? 'Whoever reserves the thread now gets it.'
            : 'Others are refused while it has it.'}
      </p>
    </div>
  )
}
