'use client'

import clsx from 'clsx'
import { type ReactNode } from 'react'
import { type Session } from '../../contract/sessions.ts'
import { Section } from '../ui/section.tsx'
import { Age } from './age.tsx'
import { stateOf } from './state.ts'
import { StateShape } from './state-mark.tsx'
import { weighEvidence, whatWouldChange } from './weigh-evidence.ts'

/** What the verdict rests on: only what was really reported or seen, how old it is, and which of it decided. */
export function Evidence({ session }: { session: Session }) {
  return (
    <Section title="Why we think so">
      <dl data-testid="evidence" className="lives grid grid-cols-[92px_minmax(0,1fr)_auto] gap-x-3">
        {weighEvidence(session).map(({ name, said, at, note, decides }) => (
          <Line key={name} name={name} age={at === null ? note : <Age since={at} />} mark={decides ? <StateShape state={stateOf(session)} size={9} /> : null}>
            {said}
          </Line>
        ))}
        {session.winningAttachRule !== null && (
          <Line name="attached by" age={session.probeConfidence?.toFixed(2)} mark={null}>
            {session.winningAttachRule.replaceAll('_', ' ')}
          </Line>
        )}
      </dl>
    </Section>
  )
}

function Line({ name, age, mark, children }: { name: string; age: ReactNode; mark: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm leading-5 text-dim">{name}</dt>
      <dd className={clsx('text-sm leading-5 break-words', mark === null ? 'text-dim' : 'text-text')}>
        {children}
        {mark !== null && (
          <span className="ml-1.5 inline-flex items-center gap-1 whitespace-nowrap text-faint">
            {mark} decides
          </span>
        )}
      </dd>
      <dd className="text-right text-sm leading-5 whitespace-nowrap text-faint">{age}</dd>
    </>
  )
}

export function WouldChange({ session }: { session: Session }) {
  const said = whatWouldChange(session)
  if (said.length === 0) return null
  return (
    <Section title="What would change it">
      <ul className="lives grid gap-0.5 text-sm text-dim">
        {said.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Section>
  )
}
