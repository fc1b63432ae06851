'use client'

import clsx from 'clsx'
import Link from 'next/link'
import { memo, type MouseEvent } from 'react'
import { type Thread } from '../../contract/threads.ts'
import { useTick } from '../live/ticker.ts'
import { Age } from '../session/age.tsx'
import { toneText } from '../session/state.ts'
import { gridLook } from './columns.ts'
import { sayWhy, threadState } from './owner-state.ts'
import { ThreadMark } from './thread-mark.tsx'

type RowProps = { thread: Thread; place: number; top: number; chosen: boolean; changed: boolean; onChoose: (id: string) => void; onOpen: (id: string) => void }

export const rowId = (id: string) => `thread-${id}`

export const ThreadRow = memo(function ThreadRow({ thread, place, top, chosen, changed, onChoose, onOpen }: RowProps) {
  const { id, owner, workspace, name, generation, waiting, anchor, reservedAt } = thread
  const state = threadState(thread)
  const why = useTick((now) => (owner === null ? '—' : sayWhy(owner, now)))
  const open = (event: MouseEvent) => {
    event.stopPropagation()
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list's own keys do the same for the chosen row
    <div
      role="row"
      id={rowId(id)}
      aria-rowindex={place + 2}
      aria-selected={chosen}
      data-thread-id={id}
      data-version={thread.version}
      onClick={() => onChoose(id)}
      onDoubleClick={() => onOpen(id)}
      style={{ transform: `translateY(${top}px)` }}
      className={clsx(gridLook, 'lives absolute inset-x-0 top-0 h-[30px] cursor-default border-b border-line', chosen ? 'bg-accent-weak' : 'hover:bg-raise')}
    >
      {changed && <span key={thread.version} aria-hidden className="pulse-once pointer-events-none absolute inset-0" />}
      <span role="gridcell" className="truncate">
        <ThreadMark state={state} />
      </span>
      <span role="gridcell" className="flex min-w-0 items-baseline gap-1.5" title={`${workspace}: ${name}`}>
        <a href={`/threads/${id}`} tabIndex={-1} onClick={open} className="truncate font-mono text-sm hover:underline">
          {name}
        </a>
        <span className="font-mono text-sm text-faint">#{generation}</span>
        <span className="min-w-0 truncate text-sm text-faint max-lg:hidden">{workspace}</span>
      </span>
      <span role="gridcell" className="truncate max-md:hidden" title={owner?.name}>
        {owner === null ? (
          <span className="text-faint">—</span>
        ) : (
          <Link href={`/sessions/${owner.sessionId}`} prefetch={false} tabIndex={-1} onClick={(event) => event.stopPropagation()} className="hover:underline">
            {owner.name}
          </Link>
        )}
      </span>
      <span role="gridcell" className={clsx('truncate max-md:hidden', state === 'dead' || state === 'quiet' ? toneText[state] : 'text-dim')} title={why}>
        {why}
      </span>
      <span role="gridcell" className="truncate text-right text-dim">
        {owner !== null ? <Age since={owner.reservedAt} /> : reservedAt === null ? '—' : <Age since={reservedAt} suffix=" ago" />}
      </span>
      <span role="gridcell" className={clsx('text-right max-md:hidden', waiting > 0 ? 'font-semibold text-waiting' : 'text-faint')}>
        {waiting}
      </span>
      <span role="gridcell" className={clsx('text-right max-lg:hidden', (owner?.refused ?? 0) > 0 ? 'text-dim' : 'text-faint')}>
        {owner?.refused ?? '—'}
      </span>
      <span role="gridcell" className="truncate font-mono text-sm text-dim max-lg:hidden" title={anchor ?? undefined}>
        {anchor ?? '—'}
      </span>
    </div>
  )
})
