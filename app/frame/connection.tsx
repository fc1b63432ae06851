'use client'

import clsx from 'clsx'
import { type Connection as ConnectionState } from '../live/connection-state.ts'
import { useConnection } from '../live/live-room.tsx'
import { serverTime } from '../live/server-clock.ts'
import { sayTime } from '../session/words.ts'

function say(connection: ConnectionState): string {
  switch (connection.state) {
    case 'live':
      return connection.roundTripMs === null ? 'Live' : `Live · ${Math.max(1, Math.round(connection.roundTripMs))} ms`
    case 'connecting':
      return 'Connecting…'
    case 'reconnecting':
      return 'Reconnecting…'
    case 'stale':
      return `Stale since ${sayTime(serverTime(connection.since))}`
  }
}

const looks = {
  live: 'bg-alive rounded-full',
  connecting: 'rounded-full border border-quiet breathe',
  reconnecting: 'rounded-full border border-waiting breathe',
  stale: 'bg-stalled [clip-path:polygon(50%_0,100%_100%,0_100%)]',
} as const

const heard = {
  live: 'Connected: what you see is live.',
  connecting: 'Connecting.',
  reconnecting: 'The connection was lost. Reconnecting.',
  stale: 'Not live: what you see may be old.',
} as const

export function Connection() {
  const connection = useConnection()
  return (
    <span
      data-testid="connection"
      data-state={connection.state}
      title="Round trip to the server, measured every two seconds"
      className="inline-flex min-w-0 items-center gap-2 text-sm whitespace-nowrap text-dim"
    >
      <span aria-hidden className={clsx('size-2 shrink-0', looks[connection.state])} />
      {/* The round trip changes every two seconds: readers hear only when the state does. */}
      <span aria-hidden>{say(connection)}</span>
      <span role="status" className="sr-only">
        {heard[connection.state]}
      </span>
    </span>
  )
}
