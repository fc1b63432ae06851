'use client'

import { ChevronRight } from 'lucide-react'
import { type Session } from '../../contract/sessions.ts'
import { Evidence, WouldChange } from './evidence.tsx'

/** The drawer below the verdict: open, because a verdict without its reasons is only an opinion. */
export function Why({ session }: { session: Session }) {
  return (
    <details open data-testid="why" className="group rounded-md border border-line px-3 py-2">
      <summary className="flex list-none items-center gap-1.5 text-sm text-dim [&::-webkit-details-marker]:hidden">
        <ChevronRight size={13} aria-hidden className="group-open:rotate-90" />
        Why, and what would change it
      </summary>
      <div className="mt-2 grid gap-3">
        <Evidence session={session} />
        <WouldChange session={session} />
      </div>
    </details>
  )
}
