'use client'

import { type ReactNode, useEffect } from 'react'
import { LiveRoom, useConnection, useLive } from '../live/live-room.tsx'
import { Banner } from './banner.tsx'
import { Rail } from './rail.tsx'

/** The room that all pages stand in: the rail, the line to the server, and the word on how fresh it is. */
export function Frame({ children, theme }: { children: ReactNode; theme: string }) {
  return (
    <LiveRoom waiting={<div className="h-dvh bg-bg" aria-busy />}>
      <Room theme={theme}>{children}</Room>
    </LiveRoom>
  )
}

function Room({ children, theme }: { children: ReactNode; theme: string }) {
  const live = useLive()
  const { state } = useConnection()
  useEffect(() => live.want('fleet'), [live])
  return (
    <div data-live={state} className="flex h-dvh flex-col md:flex-row">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-panel focus:p-2">
        Skip to the page
      </a>
      <Rail theme={theme} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <Banner />
        <main id="main" className="flex min-h-0 flex-1 flex-col">
          {children}
        </main>
      </div>
    </div>
  )
}
