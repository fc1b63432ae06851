'use client'

import { type Session } from '../../contract/sessions.ts'
import { useTick } from '../live/ticker.ts'
import { Age } from './age.tsx'
import { sayBy } from './words.ts'

/** As long as an abandonment can be taken back: who did it, and how long there is. The way back stands among the actions. */
export function UndoBanner({ session }: { session: Session }) {
  const { undoUntil, endedBy, completedAt, status } = session
  const until = undoUntil === null ? 0 : Date.parse(undoUntil)
  const left = useTick((now) => Math.max(0, Math.ceil((until - now) / 1000)))
  if (status !== 'abandoned' || left === 0) return null
  return (
    <div role="status" data-testid="undo-banner" className="lives rounded-md border border-waiting/50 bg-waiting-weak px-3 py-2">
      <p>
        <strong className="font-semibold">Abandoned{endedBy === null ? '' : ` by ${sayBy(endedBy)}`}</strong>
        {completedAt !== null && ' '}
        {completedAt !== null && <Age since={completedAt} suffix=" ago" />}.{' '}
        <span className="text-dim">
          It can be undone for <span aria-hidden>{left} s more</span>
          <span className="sr-only">a few seconds more</span>; until then nobody else gets what it held.
        </span>
      </p>
    </div>
  )
}
