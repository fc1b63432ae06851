'use client'

import clsx from 'clsx'
import { useMemo } from 'react'
import { type SessionFilter, shownStates } from '../../contract/sessions.ts'
import { type SessionList } from '../live/apply-changes.ts'
import { type Count, type Counts, useSessionCounts } from '../live/session-counts.ts'
import { isLiveState, type LiveState, stateFilters, stateOf, toneText } from '../session/state.ts'
import { StateShape } from '../session/state-mark.tsx'
import { sayCount } from '../session/words.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { sampledWorkspace, StripBreaker, StripHistory } from './strip-history.tsx'
import { type SetFilter } from './use-view.ts'

/** The filter without its state and status: what the strip counts over. */
const toBase = ({ liveness: _l, progress: _p, status: _s, ...rest }: SessionFilter): SessionFilter => rest

const same = (a: readonly string[] | undefined, b: readonly string[] | undefined) => (a ?? []).join() === (b ?? []).join()
const isChosen = (filter: SessionFilter, state: LiveState) =>
  same(filter.liveness, stateFilters[state].liveness) && same(filter.progress, stateFilters[state].progress)

function countRows(list: SessionList): Counts {
  const counts = Object.fromEntries(shownStates.map((state) => [state, { count: 0, capped: false }])) as Counts
  for (const row of list.rows) {
    const state = stateOf(row)
    if (isLiveState(state)) counts[state].count++
  }
  return counts
}

type StripProps = { filter: SessionFilter; setFilter: SetFilter; list: SessionList | undefined }

/** True counts: of the rows when all of them are here, else asked of the server. Each is also a filter. */
export function Strip({ filter, setFilter, list }: StripProps) {
  const wholeFleet = filter.liveness === undefined && filter.progress === undefined && same(filter.status, ['active'])
  const complete = wholeFleet && list !== undefined && list.nextCursor === null
  const base = useMemo(() => toBase(filter), [filter])
  const waitForList = wholeFleet && list === undefined
  const counts = useSessionCounts(base, !complete && !waitForList)
  const ofRows = useMemo(() => (complete ? countRows(list) : null), [complete, list])
  const choose = (state: LiveState) =>
    setFilter({ ...base, status: ['active'], ...(isChosen(filter, state) ? {} : stateFilters[state]) })
  const sampled = sampledWorkspace(filter)
  return (
    <>
      {sampled !== null && <StripBreaker workspace={sampled.workspace} />}
      <div className="flex shrink-0 border-b border-line">
        <div role="group" aria-label="Counts by state" className="flex shrink-0 max-md:grid max-md:w-full max-md:grid-cols-6">
          {shownStates.map((state) => (
            <Cell
              key={state}
              state={state}
              count={ofRows?.[state] ?? counts.data?.counts[state]}
              chosen={isChosen(filter, state)}
              onChoose={() => choose(state)}
            />
          ))}
        </div>
        {sampled !== null && <StripHistory workspace={sampled.workspace} />}
      </div>
    </>
  )
}

type CellProps = { state: LiveState; count: Count | undefined; chosen: boolean; onChoose: () => void }

function Cell({ state, count, chosen, onChoose }: CellProps) {
  const loud = state !== 'alive' && state !== 'unknown' && state !== 'quiet' && (count?.count ?? 0) > 0
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-label={`${count === undefined ? '' : sayCount(count)} ${state}`}
      data-testid={`count-${state}`}
      onClick={onChoose}
      className="h-[60px] min-w-[92px] border-r border-line px-4 text-left -outline-offset-2 hover:bg-raise aria-pressed:bg-accent-weak max-md:h-12 max-md:min-w-0 max-md:px-1"
    >
      {count === undefined ? (
        <Skeleton className="my-1 h-4 w-8" />
      ) : (
        <span className={clsx('lives block text-xl font-semibold max-md:text-base', loud && toneText[state])}>{sayCount(count)}</span>
      )}
      <span className="flex items-center gap-1.5 text-sm text-dim max-md:gap-0.5 max-md:text-[10px] max-md:tracking-tight max-md:leading-4">
        <StateShape state={state} size={10} />
        {state}
      </span>
    </button>
  )
}
