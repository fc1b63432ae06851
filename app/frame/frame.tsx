'use client'

import { type ReactNode, useEffect } from 'react'
import { BulkProgress } from '../actions/bulk-progress.tsx'
import { UndoToasts } from '../actions/undo-toasts.tsx'
import { LiveRoom, useConnection, useLive } from '../live/live-room.tsx'
import { Palette } from '../palette/palette.tsx'
import { Banner } from './banner.tsx'
import { Rail } from './rail.tsx'
import { useNotifications } from './use-notifications.ts'
import { useTitleCount } from './use-title-count.ts'

/** The room that all pages stand in: the rail, the line to the server, and the word on how fresh it is. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <LiveRoom waiting={<div className="h-dvh bg-bg" aria-busy />}>
      <Room>{children}</Room>
    </LiveRoom>
  )
}

function Room({ children }: { children: ReactNode }) {
  const live = useLive()
  const { state } = useConnection()
  useEffect(() => live.want('fleet'), [live])
  useTitleCount()
  useNotifications()
  return (
    <div data-live={state} className="flex h-dvh flex-col md:flex-row">
      <a
        href="#main"
        className="sr-only rounded-md border border-line-strong bg-panel focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-20 focus:px-3 focus:py-2"
      >
        Skip to the page
      </a>
      <Rail />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <Banner />
        <BulkProgress />
        <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
      <UndoToasts />
      <Palette />
    </div>
  )
}
