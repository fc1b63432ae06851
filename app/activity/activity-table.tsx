'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { useEffect, useMemo, useRef } from 'react'
import { type AuditEntry } from '../../contract/audit.ts'
import { rowHeight } from '../fleet/columns.ts'
import { useSteadyScroll } from '../fleet/use-steady-scroll.ts'
import { heardAt } from '../live/audit.ts'
import { useLive } from '../live/live-room.tsx'
import { useMe } from '../live/me.ts'
import { ActivityRow, rowId } from './activity-row.tsx'
import { columns, gridLook } from './columns.ts'
import { goneIn, targetLink } from './target-link.ts'

type TableProps = {
  rows: readonly AuditEntry[]
  complete: boolean
  chosen: number | null
  onPeek: (id: number) => void
  onOpen: (href: string) => void
  onEndReached: () => void
}

const pulseMs = 1_200

export function ActivityTable({ rows, complete, chosen, onPeek, onOpen, onEndReached }: TableProps) {
  const live = useLive()
  const role = useMe().data?.role ?? null
  const gone = useMemo(() => goneIn(rows), [rows])
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (place) => rows[place]?.id ?? place,
    overscan: 8,
  })
  useSteadyScroll(scroller, rows, chosen !== null)
  const items = virtual.getVirtualItems()
  const nearEnd = (items.at(-1)?.index ?? 0) >= rows.length - 50
  useEffect(() => {
    if (nearEnd && !complete) onEndReached()
  }, [nearEnd, complete, onEndReached])
  const chosenPlace = chosen === null ? -1 : rows.findIndex(({ id }) => id === chosen)
  useEffect(() => {
    if (chosenPlace >= 0) virtual.scrollToIndex(chosenPlace, { align: 'auto' })
    // Only a new choice scrolls: a chosen row that moves must not drag the reader along.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen])
  const now = performance.now()
  return (
    <div
      role="grid"
      aria-label="Activity"
      aria-rowcount={complete ? rows.length + 1 : -1}
      aria-activedescendant={items.some(({ index }) => index === chosenPlace) && chosen !== null ? rowId(chosen) : undefined}
      tabIndex={0}
      className="@container flex min-h-0 flex-1 flex-col -outline-offset-2"
    >
      <div role="row" aria-rowindex={1} className={clsx(gridLook, 'h-[27px] shrink-0 border-b border-line text-sm text-faint')}>
        {columns.map(({ name, look }) => (
          <span key={name} role="columnheader" className={clsx('truncate', look)}>
            {name}
          </span>
        ))}
      </div>
      <div ref={scroller} role="presentation" data-testid="activity-scroller" className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]">
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const entry = rows[index]
            if (entry === undefined) return null
            return (
              <ActivityRow
                key={key}
                entry={entry}
                place={index}
                top={start}
                chosen={entry.id === chosen}
                fresh={now - (heardAt(live, entry.id) ?? -Infinity) < pulseMs}
                href={targetLink(entry, role, gone)}
                onPeek={onPeek}
                onOpen={onOpen}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
