'use client'

import { type Session } from '../../contract/sessions.ts'
import { useTick } from '../live/ticker.ts'
import { Meter } from '../ui/meter.tsx'
import { Section } from '../ui/section.tsx'
import { sayClock } from './words.ts'

/** What is running out for an active session: its beats, then its progress. */
export function Clocks({ session }: { session: Session }) {
  if (session.status !== 'active') return null
  const { lastBeatAt, lastProgressAt, waitingFor } = session
  return (
    <Section title="Clocks">
      <div className="grid grid-cols-[92px_minmax(0,1fr)_minmax(84px,auto)] items-center gap-x-3 gap-y-0.5">
        {lastBeatAt === null ? (
          <Still name="heartbeat" said={session.beats ? 'none yet' : 'does not beat'} />
        ) : (
          <Running name="heartbeat" since={lastBeatAt} limitMs={session.timeoutMs} over="silent for" look="bg-alive" />
        )}
        {lastProgressAt === null ? (
          <Still name="progress" said="none yet" />
        ) : waitingFor !== null ? (
          <Still name="progress" said="waits, no limit" />
        ) : (
          <Running name="progress" since={lastProgressAt} limitMs={session.stallMs} over="none for" look="bg-waiting" />
        )}
      </div>
    </Section>
  )
}

function Running({ name, since, limitMs, over, look }: { name: string; since: string; limitMs: number; over: string; look: string }) {
  const from = Date.parse(since)
  const left = useTick((now) => Math.max(0, 1 - (now - from) / limitMs))
  const said = useTick((now) => {
    const rest = limitMs - (now - from)
    return rest >= 0 ? `${sayClock(Math.min(rest, limitMs))} left` : `${over} ${sayClock(now - from)}`
  })
  return (
    <>
      <span className="text-sm text-dim">{name}</span>
      <Meter left={left} className={left === 0 ? 'bg-dead' : look} />
      <span className="text-right font-mono text-sm whitespace-nowrap">{said}</span>
    </>
  )
}

function Still({ name, said }: { name: string; said: string }) {
  return (
    <>
      <span className="text-sm text-dim">{name}</span>
      <span className="col-span-2 text-right text-sm text-faint">{said}</span>
    </>
  )
}
