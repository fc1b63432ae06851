import clsx from 'clsx'
import { type Session } from '../../contract/sessions.ts'
import { Section } from '../ui/section.tsx'
import { sayAttached, sayTried, type Tried } from './say-attach.ts'

const shapes: Record<NonNullable<Tried['outcome']>, { shape: string; look: string }> = {
  matched: { shape: '✓', look: 'text-alive' },
  miss: { shape: '–', look: 'text-faint' },
  claimed: { shape: '✕', look: 'text-stalled' },
  skipped: { shape: '·', look: 'text-faint' },
}

/** Why it is attached here: the sentence, and each rule in the order in which it was tried. */
export function AttachTrail({ session }: { session: Session }) {
  const { attachPrecedence, probeSource, probeConfidence } = session
  return (
    <Section title="Why it is attached here">
      <p className="break-words">{sayAttached(session)}</p>
      {attachPrecedence.length > 0 && (
        <ol data-testid="attach-trail" className="mt-1">
          {attachPrecedence.map((line, place) => {
            const { rule, outcome, said, value } = sayTried(line)
            const { shape, look } = shapes[outcome ?? 'skipped']
            return (
              <li key={`${place} ${line}`} className="grid grid-cols-[14px_minmax(0,1fr)] text-sm leading-5 text-dim">
                <span aria-hidden className={look}>
                  {shape}
                </span>
                <span className={clsx('break-words', outcome === 'matched' && 'text-text')}>
                  {rule}
                  {value !== '' && <span className="font-mono break-all"> {value}</span>}
                  {said !== '' && <span className="text-faint">: {said}</span>}
                </span>
              </li>
            )
          })}
        </ol>
      )}
      {probeSource !== null && (
        <p className="text-sm text-faint">
          Probed by {probeSource}
          {probeConfidence !== null && `, confidence ${probeConfidence.toFixed(2)}`}.
        </p>
      )}
    </Section>
  )
}
