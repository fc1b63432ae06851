'use client'

import { useTick } from '../live/ticker.ts'
import { sayClock, sayDuration, sayInstant } from './words.ts'

/** Time since an instant, by the server's clock. */
export function Age({ since, until, suffix = '' }: { since: string; until?: string | null; suffix?: string }) {
  const from = Date.parse(since)
  const end = until == null ? null : Date.parse(until)
  const said = useTick((now) => sayDuration((end ?? now) - from))
  return (
    <time dateTime={since} title={sayInstant(since)}>
      {said}
      {suffix}
    </time>
  )
}

export function Clock({ since }: { since: string }) {
  const from = Date.parse(since)
  return <>{useTick((now) => sayClock(now - from))}</>
}
