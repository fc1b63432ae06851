'use client'

import { type Thread } from '../../contract/threads.ts'
import { VirtualGrid } from '../frame/virtual-grid.tsx'
import { useLive } from '../live/live-room.tsx'
import { columns, gridLook } from './columns.ts'
import { rowId, ThreadRow } from './thread-row.tsx'

type TableProps = {
  rows: readonly Thread[]
  complete: boolean
  chosen: string | null
  onChoose: (id: string) => void
  onOpen: (id: string) => void
  onEndReached: () => void
}

const pulseMs = 1_200

export function ThreadTable({ rows, complete, chosen, onChoose, onOpen, onEndReached }: TableProps) {
  const live = useLive()
  return (
    <VirtualGrid
      label="Threads"
      testId="thread-scroller"
      columns={columns}
      look={gridLook}
      rows={rows}
      complete={complete}
      chosen={chosen}
      elementId={rowId}
      onEndReached={onEndReached}
    >
      {(thread, place, top) => (
        <ThreadRow
          key={thread.id}
          thread={thread}
          place={place}
          top={top}
          chosen={thread.id === chosen}
          changed={live.threads.changedWithin(thread.id, pulseMs)}
          onChoose={onChoose}
          onOpen={onOpen}
        />
      )}
    </VirtualGrid>
  )
}
