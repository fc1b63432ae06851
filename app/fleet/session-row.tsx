'use client'

import clsx from 'clsx'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo, type MouseEvent } from 'react'
import { type Session } from '../../contract/sessions.ts'
import { Age } from '../session/age.tsx'
import { HarnessBadge } from '../session/harness-badge.tsx'
import { LastProgress } from '../session/last-progress.tsx'
import { isLiveState, stateOf } from '../session/state.ts'
import { StateMark } from '../session/state-mark.tsx'
import { sayAmount, sayCost, sumTokens } from '../session/words.ts'
import { gridLook } from './columns.ts'

type RowProps = {
  session: Session
  /** null: rows stand in no tree. */
  level: number | null
  /** How many stand under it in the tree. */
  below: number
  folded: boolean
  place: number
  top: number
  chosen: boolean
  marked: boolean
  /** The feed changed it a moment ago, as opposed to: it was scrolled into view. */
  changed: boolean
  onPeek: (id: string) => void
  onMark: (id: string) => void
  onOpen: (id: string) => void
  onFold: (key: string) => void
}

export const rowId = (id: string) => `session-${id}`

export const SessionRow = memo(function SessionRow(props: RowProps) {
  const { session, level, place, top, chosen, marked, changed, onPeek, onMark, onOpen } = props
  const state = stateOf(session)
  const over = !isLiveState(state)
  const cell = 'truncate'
  // A plain link: forty of Next's own cost a long task each time that a screenful scrolls by.
  const open = (event: MouseEvent) => {
    event.stopPropagation()
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(session.id)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list's own keys do the same for the chosen row
    <div
      role="row"
      id={rowId(session.id)}
      aria-rowindex={place + 2}
      aria-level={level === null ? undefined : level + 1}
      aria-expanded={props.below > 0 ? !props.folded : undefined}
      aria-selected={marked}
      data-chosen={chosen || undefined}
      data-session-id={session.id}
      data-version={session.version}
      onClick={(event) => (event.metaKey || event.ctrlKey ? onMark(session.id) : onPeek(session.id))}
      style={{ transform: `translateY(${top}px)` }}
      className={clsx(
        gridLook,
        'lives absolute inset-x-0 top-0 h-[30px] cursor-default border-b border-line',
        chosen ? 'bg-accent-weak' : 'hover:bg-raise',
        marked && 'before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-accent',
      )}
    >
      {changed && <span key={session.version} aria-hidden className="pulse-once pointer-events-none absolute inset-0" />}
      <span role="gridcell" className={cell}>
        <StateMark state={state} />
        {marked && <span className="sr-only">, selected</span>}
      </span>
      <span role="gridcell" className="flex min-w-0 items-center gap-2" style={level === null || level === 0 ? undefined : { paddingLeft: level * 16 }}>
        <HarnessBadge harness={session.harness} />
        <span className="truncate" title={[session.name, session.model, session.nativeParentActorKey && `child of ${session.nativeParentActorKey}`].filter(Boolean).join(' · ')}>
          {session.nativeParentActorKey !== null && <span aria-hidden>↳ </span>}
          <a
            href={`/sessions/${session.id}`}
            tabIndex={-1}
            onClick={open}
            className={clsx('hover:underline', (over || state === 'dead') && 'text-dim')}
          >
            {session.name}
          </a>{' '}
          <span className="text-faint">{session.model}</span>
        </span>
        {props.below > 0 && <FoldButton {...props} />}
      </span>
      <span role="gridcell" className={clsx('flex min-w-0 font-mono text-sm max-md:hidden', (over || state === 'dead') && 'text-dim')} title={session.thread}>
        <span className="truncate">{session.thread}</span>
        <Held session={session} />
      </span>
      <span role="gridcell" className={clsx(cell, 'text-dim max-md:hidden')} title={session.waitingFor ?? session.activity ?? undefined}>
        {session.waitingFor ?? session.activity ?? '—'}
      </span>
      <span role="gridcell" className={cell}>
        <LastProgress session={session} />
      </span>
      <span role="gridcell" className={clsx(cell, 'text-right text-dim max-md:hidden')}>
        <Age since={session.startedAt} until={session.completedAt} />
      </span>
      <span role="gridcell" className={clsx(cell, 'text-right text-dim max-lg:hidden')}>
        {sayAmount(sumTokens(session.usage))}
      </span>
      <span role="gridcell" className={clsx(cell, 'text-right text-dim max-lg:hidden')}>
        {sayCost(session.usage.costMicroUsd)}
      </span>
      <span role="gridcell" className={clsx(cell, 'text-dim max-lg:hidden')} title={session.hostId ?? undefined}>
        {session.hostname ?? session.hostId ?? '—'}
      </span>
    </div>
  )
})

/** The generation of its own thread if it has the right to write there, and how many others it holds. */
function Held({ session: { holds, thread } }: { session: Session }) {
  if (holds.length === 0) return null
  const own = holds.find((held) => held.thread === thread)
  const others = holds.length - (own === undefined ? 0 : 1)
  return (
    <span className="shrink-0 whitespace-pre text-faint" title={`holds ${holds.map((held) => `${held.thread} #${held.generation}`).join(', ')}`}>
      {own !== undefined && ` #${own.generation}`}
      {others > 0 && ` +${others}`}
    </span>
  )
}

function FoldButton({ session, below, folded, onFold }: RowProps) {
  const Icon = folded ? ChevronRight : ChevronDown
  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    onFold(session.id)
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${folded ? 'Unfold' : 'Fold'} ${below} under ${session.name}`}
      onClick={toggle}
      className="flex h-5 shrink-0 items-center rounded text-sm text-faint hover:text-text"
    >
      <Icon size={12} aria-hidden />
      {below}
    </button>
  )
}
