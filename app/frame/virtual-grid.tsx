'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { rowHeight } from '../fleet/columns.ts'
import { useSteadyScroll } from '../fleet/use-steady-scroll.ts'

const headHeight = 27

export type GridColumn = { name: string; look?: string; title?: string }
type GridProps<Row extends { readonly id: string | number }> = {
  label: string
  testId: string
  columns: readonly GridColumn[]
  /** One grid for the head and every row. */
  look: string
  rows: readonly Row[]
  complete: boolean
  chosen: Row['id'] | null
  elementId: (id: Row['id']) => string
  onEndReached: () => void
  children: (row: Row, place: number, top: number) => ReactNode
}

/** Ten thousand rows, of which those on screen exist. The choice is moved by the page's keys. */
export function VirtualGrid<Row extends { readonly id: string | number }>({ label, testId, columns, look, rows, complete, chosen, elementId, onEndReached, children }: GridProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (place) => rows[place]?.id ?? place,
    overscan: 8,
    // The head stays on top of the rows, so a row counts as seen only below it.
    scrollPaddingEnd: headHeight,
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
  return (
    <div
      ref={scroller}
      role="grid"
      data-slot="virtual-grid"
      data-testid={testId}
      aria-label={label}
      aria-rowcount={complete ? rows.length + 1 : -1}
      aria-activedescendant={items.some(({ index }) => index === chosenPlace) && chosen !== null ? elementId(chosen) : undefined}
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto -outline-offset-2 [overflow-anchor:none]"
    >
      <div role="row" aria-rowindex={1} className={clsx(look, 'sticky top-0 z-[1] h-[27px] border-b border-line bg-bg text-sm text-faint')}>
        {columns.map((column) => (
          <span key={column.name} role="columnheader" title={column.title} className={clsx('truncate', column.look)}>
            {column.name}
          </span>
        ))}
      </div>
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index]
          return row === undefined ? null : children(row, index, start)
        })}
      </div>
    </div>
  )
}
