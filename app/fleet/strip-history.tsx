'use client'

import { hasWildcard } from '../../contract/filter-values.ts'
import { type SessionFilter } from '../../contract/sessions.ts'
import { useFleetHistory } from '../live/fleet-history.ts'
import { sayAmount, sayCost } from '../session/words.ts'
import { BreakerNotice } from './breaker-notice.tsx'
import { StatesPlot } from './states-plot.tsx'

/** Samples are of one workspace or of all: a filter that chooses otherwise has no history to show. */
export function sampledWorkspace({ workspace = [] }: SessionFilter): { workspace: string | undefined } | null {
  const [one, ...others] = workspace
  if (others.length > 0 || (one !== undefined && hasWildcard(one))) return null
  return { workspace: one }
}

export function StripHistory({ workspace }: { workspace: string | undefined }) {
  const history = useFleetHistory(workspace).data
  if (history === undefined) return null
  const of = workspace === undefined ? 'all workspaces' : workspace
  const { costMicroUsd, tokens } = history.lastHour
  return (
    <>
      <div className="lives flex min-w-32 flex-1 items-center border-r border-line px-5 max-lg:hidden">
        <StatesPlot history={history} of={of} />
      </div>
      <Figure value={`$${sayCost(costMicroUsd)}`} says="per hour" title={`What the last hour cost, ${of}`} />
      <Figure value={sayAmount(tokens)} says="tokens per hour" title={`Input and output tokens of the last hour, ${of}`} />
    </>
  )
}

function Figure({ value, says, title }: { value: string; says: string; title: string }) {
  return (
    <div title={title} className="h-[60px] min-w-[104px] border-r border-line px-4 last:border-r-0 max-md:hidden">
      <span className="lives block pt-2 text-xl font-semibold">{value}</span>
      <span className="block text-sm whitespace-nowrap text-dim">{says}</span>
    </div>
  )
}

/** Not only where there is room for plots: while it holds, the dead stay where they are. */
export function StripBreaker({ workspace }: { workspace: string | undefined }) {
  const breaker = useFleetHistory(workspace).data?.breaker
  return breaker?.holds ? <BreakerNotice breaker={breaker} /> : null
}
