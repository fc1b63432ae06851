'use client'

import { Fragment } from 'react'
import { type Session } from '../../contract/sessions.ts'
import { useTick } from '../live/ticker.ts'
import { Meter } from '../ui/meter.tsx'
import { Section } from '../ui/section.tsx'
import { type ClockFace, readClocks } from './read-clocks.ts'

const looks = { alive: 'bg-alive', waiting: 'bg-waiting', stalled: 'bg-stalled', quiet: 'bg-quiet', dead: 'bg-dead' } as const

type ClocksProps = { session: Session; holds: readonly { generation: number }[]; className?: string }

/** What runs out for an active session: its beats, its progress, its right to what it holds. */
export function Clocks({ session, holds, className }: ClocksProps) {
  const faces = JSON.parse(useTick((now) => JSON.stringify(readClocks(session, holds, now)))) as ClockFace[]
  if (session.status !== 'active') return null
  return (
    <Section title="Clocks" className={className}>
      <div data-testid="clocks" className="lives grid grid-cols-[92px_minmax(0,1fr)_minmax(84px,auto)] items-center gap-x-3 gap-y-0.5">
        {faces.map(({ name, said, left, look }) => (
          <Fragment key={name}>
            <span className="text-sm text-dim">{name}</span>
            {left === null ? (
              <span data-clock={name} className="col-span-2 text-right text-sm text-faint">
                {said}
              </span>
            ) : (
              <>
                <Meter left={left} className={looks[left === 0 && look === 'alive' ? 'dead' : look]} />
                <span data-clock={name} className="text-right font-mono text-sm whitespace-nowrap">
                  {said}
                </span>
              </>
            )}
          </Fragment>
        ))}
      </div>
    </Section>
  )
}
