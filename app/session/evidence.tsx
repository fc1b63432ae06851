'use client'

import { type ReactNode } from 'react'
import { type Session } from '../../contract/sessions.ts'
import { Section } from '../ui/section.tsx'
import { Age } from './age.tsx'
import { sayDuration } from './words.ts'

/** What the verdict rests on: only what was really reported, and how old it is. */
export function Evidence({ session }: { session: Session }) {
  const { pid, processStartTime, bootId, hostname, hostId, lastBeatAt, winningAttachRule, probeConfidence } = session
  const host = hostname ?? hostId
  return (
    <Section title="Why we think so">
      <dl className="grid grid-cols-[92px_minmax(0,1fr)_auto] gap-x-3">
        <Line name="heartbeat" age={lastBeatAt !== null && <Age since={lastBeatAt} />}>
          {!session.beats ? 'does not beat' : lastBeatAt === null ? 'never came' : `timeout ${sayDuration(session.timeoutMs)}`}
        </Line>
        {pid !== null && (
          <Line name="process" age="reported">
            pid {pid}
            {processStartTime !== null && ` since ${processStartTime}`}
          </Line>
        )}
        {bootId !== null && (
          <Line name="boot" age="reported">
            {bootId}
          </Line>
        )}
        {host !== null && <Line name="host">{host}</Line>}
        {winningAttachRule !== null && (
          <Line name="attached by" age={probeConfidence === null ? undefined : probeConfidence.toFixed(2)}>
            {winningAttachRule}
          </Line>
        )}
      </dl>
    </Section>
  )
}

function Line({ name, age, children }: { name: string; age?: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm leading-5 text-dim">{name}</dt>
      <dd className="font-mono text-sm leading-5 break-words">{children}</dd>
      <dd className="text-right text-sm leading-5 text-faint">{age}</dd>
    </>
  )
}
