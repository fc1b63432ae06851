'use client'

import clsx from 'clsx'
import { type Session } from '../../contract/sessions.ts'
import { Age } from '../session/age.tsx'
import { StateShape } from '../session/state-mark.tsx'
import { sayDeath } from '../session/verdict.ts'
import { Button } from '../ui/button.tsx'
import { needOf, needsSince } from './choose-needs.ts'

type NeedsRowProps = { session: Session; waiting: number; chosen: boolean; mayAbandon: boolean; onPeek: (id: string) => void; onAbandon: (session: Session) => void }

/** One sentence: who, what, on which thread, what it holds up; since when; and the way to do something about it. */
export function NeedsRow({ session, waiting, chosen, mayAbandon, onPeek, onAbandon }: NeedsRowProps) {
  const need = needOf(session)
  const since = needsSince(session)
  return (
    <li
      data-testid="needs-row"
      data-needs={session.id}
      className={clsx('flex min-h-[26px] items-center gap-2.5 rounded-md px-2 max-md:items-start max-md:px-1 max-md:py-0.5', chosen && 'bg-waiting-weak')}
    >
      <span className="max-md:pt-1">
        <StateShape state={need} />
      </span>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the row of the table takes keys */}
      <p className="min-w-0 flex-1 cursor-default max-md:line-clamp-2 md:truncate" onClick={() => onPeek(session.id)}>
        <Sentence session={session} />
        {waiting > 0 && <span>; {waiting === 1 ? '1 agent waits' : `${waiting} agents wait`} for {session.holds.length > 1 ? 'what it holds' : 'its thread'}</span>}
      </p>
      <span className="text-sm whitespace-nowrap text-dim">{since !== null && <Age since={since} />}</span>
      {need === 'dead' && mayAbandon ? (
        <Button size="sm" variant="danger" onClick={() => onAbandon(session)} aria-label={`Abandon ${session.name}…`}>
          Abandon…
        </Button>
      ) : (
        <Button size="sm" onClick={() => onPeek(session.id)} aria-label={`Open ${session.name}`}>
          Open
        </Button>
      )}
    </li>
  )
}

function Sentence({ session }: { session: Session }) {
  const { name, thread, waitingFor, activity, holds } = session
  const who = <strong className="font-semibold">{name}</strong>
  const where = <span className="text-dim">on {thread}</span>
  switch (needOf(session)) {
    case 'waiting':
      return (
        <>
          {who} waits for {waitingFor ?? 'an answer'} {where}
        </>
      )
    case 'stalled':
      return (
        <>
          {who} is {session.liveness.verdict === 'quiet' ? 'late' : 'alive'}, but makes no progress{activity === null ? '' : `: ${activity}`} {where}
        </>
      )
    case 'dead':
      return (
        <>
          {who} died: {sayDeath(session)}. It holds{' '}
          <span className="font-mono text-sm">{holds[0]?.thread}</span>
          {holds.length > 1 && ` and ${holds.length - 1} more`}
        </>
      )
  }
}
