'use client'

import clsx from 'clsx'
import { type ReactNode, useEffect } from 'react'
import { type Action } from './offered.ts'

export type Group = { title: string; entries: (Action & { shown: ReactNode })[] }
type ListProps = { id: string; groups: Group[]; active: string | undefined; onRun: (action: Action) => void; onPoint: (id: string) => void }

export function PaletteList({ id, groups, active, onRun, onPoint }: ListProps) {
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div id={`${id}-list`} role="listbox" aria-label="What fits" className="min-h-0 overflow-y-auto p-1.5 empty:p-0">
      {groups.map(({ title, entries }) => (
        <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
          <div id={`${id}-${title}`} role="presentation" className="px-2 pt-1.5 pb-1 text-sm text-faint">
            {title}
          </div>
          {entries.map((entry) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the focus stays in the input
            <div
              key={entry.id}
              id={`${id}-${entry.id}`}
              role="option"
              aria-selected={entry.id === active}
              onClick={() => onRun(entry)}
              onPointerMove={() => entry.id !== active && onPoint(entry.id)}
              className={clsx('flex h-[30px] cursor-default items-center rounded-md px-2', entry.id === active && 'bg-accent-weak')}
            >
              {entry.shown}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
