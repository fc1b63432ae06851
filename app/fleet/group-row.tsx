'use client'

import clsx from 'clsx'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { shownStates } from '../../contract/sessions.ts'
import { toneText } from '../session/state.ts'
import { StateShape } from '../session/state-mark.tsx'
import { type GroupLine } from './group-rows.ts'
import { rowId } from './session-row.tsx'

type GroupRowProps = {
  line: GroupLine
  what: string
  place: number
  top: number
  chosen: boolean
  onChoose: (id: string) => void
  onFold: (key: string) => void
}

/** The head of a group: how many are in it, and in which states. */
export const GroupRow = memo(function GroupRow({ line, what, place, top, chosen, onChoose, onFold }: GroupRowProps) {
  const { id, key, name, count, states, folded } = line
  const Icon = folded ? ChevronRight : ChevronDown
  const ended = states.ended ?? 0
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list's own keys do the same for the chosen row
    <div
      role="row"
      id={rowId(id)}
      aria-rowindex={place + 2}
      aria-level={1}
      aria-expanded={!folded}
      data-chosen={chosen || undefined}
      data-group={key}
      onClick={() => {
        onChoose(id)
        onFold(key)
      }}
      style={{ transform: `translateY(${top}px)` }}
      className={clsx('lives absolute inset-x-0 top-0 flex h-[30px] cursor-default items-center gap-2 border-b border-line px-4 max-md:px-2', chosen ? 'bg-accent-weak' : 'bg-raise')}
    >
      <span role="gridcell" className="flex min-w-0 flex-1 items-center gap-2">
        <Icon size={13} aria-hidden className="shrink-0 text-faint" />
        <span className={clsx('truncate font-medium', name === null && 'text-dim')}>{name ?? `no ${what}`}</span>
        <span className="text-faint">{count.toLocaleString('en-US')}</span>
        <span className="ml-2 flex shrink-0 items-center gap-3 text-sm">
          {shownStates.map((state) =>
            states[state] === undefined ? null : (
              <span key={state} className={clsx('flex items-center gap-1', toneText[state])}>
                <StateShape state={state} size={10} />
                {states[state]} <span className="max-md:sr-only">{state}</span>
              </span>
            ),
          )}
          {ended > 0 && <span className="text-ended">{ended} ended</span>}
        </span>
      </span>
    </div>
  )
})
