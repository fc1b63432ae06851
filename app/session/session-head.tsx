import { type ReactNode } from 'react'
import { type Session } from '../../contract/sessions.ts'
import { Age } from './age.tsx'
import { HarnessBadge } from './harness-badge.tsx'
import { stateOf } from './state.ts'
import { StateMark } from './state-mark.tsx'

export function SessionHead({ session, children }: { session: Session; children: ReactNode }) {
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="flex min-w-0 items-center gap-2.5 text-xl font-semibold">
          <HarnessBadge harness={session.harness} />
          <span className="truncate">{session.name}</span>
        </h1>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-dim">
          <StateMark state={stateOf(session)} />
          <span className="font-mono text-sm break-all">{session.id}</span>
          <span>
            {session.status === 'active' ? 'for' : 'lasted'} <Age since={session.startedAt} until={session.completedAt} />
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </header>
  )
}
