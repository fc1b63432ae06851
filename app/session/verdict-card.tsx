'use client'

import clsx from 'clsx'
import { type Session } from '../../contract/sessions.ts'
import { useTick } from '../live/ticker.ts'
import { stateOf, toneCard, toneOf } from './state.ts'
import { StateShape } from './state-mark.tsx'
import { sayVerdict } from './verdict.ts'

export function VerdictCard({ session, holds }: { session: Session; holds: readonly { thread: string }[] }) {
  const state = stateOf(session)
  const held = holds.map(({ thread }) => thread)
  const reason = useTick((now) => sayVerdict(session, now, held).reason)
  const { title } = sayVerdict(session, 0)
  return (
    <div data-testid="verdict" data-state={state} className={clsx('lives rounded-md border px-3 py-2.5', toneCard[toneOf(state)])}>
      <p className="flex items-center gap-2 font-semibold">
        <StateShape state={state} />
        {title}
      </p>
      <p className="mt-0.5 text-sm text-dim">{reason}</p>
    </div>
  )
}
