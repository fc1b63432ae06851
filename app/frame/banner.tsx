'use client'

import { useConnection } from '../live/live-room.tsx'
import { serverTime } from '../live/server-clock.ts'
import { useTick } from '../live/ticker.ts'
import { sayClock, sayTime } from '../session/words.ts'

/** Data that may be old says so, over everything that shows it. */
export function Banner() {
  const connection = useConnection()
  if (connection.state !== 'stale') return null
  return <StaleBanner since={connection.since} />
}

function StaleBanner({ since }: { since: number }) {
  const asOf = serverTime(since)
  const silence = useTick((now) => sayClock(now - asOf))
  return (
    <div role="alert" data-testid="stale-banner" className="border-b border-waiting/40 bg-waiting-weak px-4 py-1.5 text-sm">
      <strong className="font-semibold">Not live.</strong> What you see is as of <time>{sayTime(asOf)}</time>; nothing was heard
      from Muster since<span aria-hidden>, for {silence}</span>. Ages keep counting; states may be old. Trying to reconnect…
    </div>
  )
}
