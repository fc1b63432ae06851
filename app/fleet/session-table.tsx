'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import { useLive } from '../live/live-room.tsx'
import { columns, gridLook, rowHeight } from './columns.ts'
import { GroupRow } from './group-row.tsx'
import { type Line } from './group-rows.ts'
import { rowId, SessionRow } from './session-row.tsx'
import { useSteadyScroll } from './use-steady-scroll.ts'
import { type Grouping } from './view-url.ts'

type TableProps = {
  lines: readonly Line[]
  group: Grouping | null
  complete: boolean
  chosen: string | null
  marks: ReadonlySet<string>
  steady: boolean
  onChoose: (id: string) => void
  onPeek: (id: string) => void
  onMark: (id: string) => void
  onOpen: (id: string) => void
  onFold: (key: string) => void
  onEndReached: () => void
}

const pulseMs = 1_200
const estimateSize = () => rowHeight
const headHeight = 27

export function SessionTable(props: TableProps) {
  const { lines, group, complete, chosen, marks, steady, onChoose, onPeek, onMark, onOpen, onFold, onEndReached } = props
  const live = useLive()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    // All rows are as high, so a place is key enough: keys of lines would make it measure ten thousand anew with every change.
    estimateSize,
    overscan: 8,
    // The head stays on top of the rows, so a row counts as seen only below it.
    scrollPaddingEnd: headHeight,
  })
  useSteadyScroll(scroller, lines, steady)
  const items = virtual.getVirtualItems()
  const nearEnd = (items.at(-1)?.index ?? 0) >= lines.length - 50
  useEffect(() => {
    if (nearEnd && !complete) onEndReached()
  }, [nearEnd, complete, onEndReached])
  const chosenPlace = chosen === null ? -1 : lines.findIndex(({ id }) => id === chosen)
  useEffect(() => {
    if (chosenPlace >= 0) virtual.scrollToIndex(chosenPlace, { align: 'auto' })
    // Only a new choice scrolls: a chosen row that moves must not drag the reader along.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen])
  const now = performance.now()
  return (
    <div
      ref={scroller}
      role={group === null ? 'grid' : 'treegrid'}
      data-testid="session-scroller"
      aria-label="Sessions"
      aria-multiselectable
      aria-rowcount={complete ? lines.length + 1 : -1}
      aria-activedescendant={items.some(({ index }) => index === chosenPlace) && chosen !== null ? rowId(chosen) : undefined}
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto -outline-offset-2 [overflow-anchor:none]"
    >
      <div role="row" aria-rowindex={1} className={clsx(gridLook, 'sticky top-0 z-[1] h-[27px] border-b border-line bg-bg text-sm text-faint')}>
        {columns.map((column) => (
          <span key={column.name} role="columnheader" title={'title' in column ? column.title : undefined} className={clsx('truncate', column.look)}>
            {column.name}
          </span>
        ))}
      </div>
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          if (line.kind === 'group') {
            return <GroupRow key={line.id} line={line} what={group ?? ''} place={index} top={start} chosen={line.id === chosen} onChoose={onChoose} onFold={onFold} />
          }
          const { session, level, below, folded } = line
          const entry = live.ledger.get(session.id)
          const changed = entry !== undefined && now - entry.changedAt < pulseMs
          return (
            <SessionRow
              key={line.id}
              session={session}
              level={group === null ? null : level}
              below={below}
              folded={folded}
              place={index}
              top={start}
              chosen={session.id === chosen}
              marked={marks.has(session.id)}
              changed={changed}
              onPeek={onPeek}
              onMark={onMark}
              onOpen={onOpen}
              onFold={onFold}
            />
          )
        })}
      </div>
    </div>
  )
}
