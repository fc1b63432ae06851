'use client'

import Link from 'next/link'
import { type ThreadDetail } from '../../contract/threads.ts'
import { Age } from '../session/age.tsx'
import { Section } from '../ui/section.tsx'

/** Who waits, in the order in which they are served. */
export function WaitingLine({ waiters, waiting, className }: { waiters: ThreadDetail['waiters']; waiting: number; className?: string }) {
  return (
    <Section title="Waiting in line" className={className} aside={waiters.length < waiting ? `the first ${waiters.length} of ${waiting}` : undefined}>
      {waiters.length === 0 ? (
        <p className="text-faint">Nobody.</p>
      ) : (
        <ol data-testid="line" className="lives">
          {waiters.map(({ sessionId, name, place, waitingSince }) => (
            <li key={`${sessionId} ${waitingSince}`} data-session-id={sessionId} className="grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-2 border-b border-line py-0.5 leading-6">
              <span className="text-right font-mono text-sm leading-6 text-faint">{place}</span>
              <Link href={`/sessions/${sessionId}`} prefetch={false} className="truncate hover:underline">
                {name}
              </Link>
              <span className="text-sm leading-6 whitespace-nowrap text-dim">
                {place === 1 && 'next, '}waits <Age since={waitingSince} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
