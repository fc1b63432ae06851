'use client'

import { type SessionFilter } from '../../contract/sessions.ts'
import { useAnySession } from '../live/session-counts.ts'
import { Button } from '../ui/button.tsx'
import { sayFilter } from './filter-terms.ts'
import { defaultFilter, isDefaultFilter } from './filter-url.ts'
import { FirstAgent } from './first-agent.tsx'
import { type SetFilter } from './use-view.ts'

/** No rows has three reasons, and each has its own way on. */
export function EmptyFleet({ filter, setFilter }: { filter: SessionFilter; setFilter: SetFilter }) {
  const isDefault = isDefaultFilter(filter)
  const any = useAnySession(isDefault)
  if (isDefault && any.isPending) return <div className="flex-1" />
  if (isDefault && any.data === false) return <FirstAgent />
  return (
    <div role="status" data-testid="empty" className="flex flex-1 flex-col items-center gap-2 px-4 pt-24 text-center">
      <p className="text-lg font-medium">{isDefault ? 'No agent is at work.' : 'No session fits.'}</p>
      {isDefault ? (
        <p className="text-dim">All sessions have ended. A new one appears here by itself.</p>
      ) : (
        <p className="max-w-lg text-dim">
          Nothing fits <code className="font-mono text-sm text-text">{sayFilter(filter) || 'these filters'}</code>. One that comes to fit appears by itself.
        </p>
      )}
      <div className="mt-2 flex gap-2">
        {isDefault ? (
          <Button onClick={() => setFilter({ status: ['abandoned', 'complete', 'merged'] })}>Show ended sessions</Button>
        ) : (
          <Button onClick={() => setFilter(defaultFilter)}>Clear the filters</Button>
        )}
      </div>
    </div>
  )
}
