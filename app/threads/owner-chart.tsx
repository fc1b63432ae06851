'use client'

import clsx from 'clsx'
import { type SessionEnd } from '../../contract/sessions.ts'
import { type Tenure, type ThreadOwner } from '../../contract/threads.ts'
import { useTick } from '../live/ticker.ts'
import { type SessionState, toneOf } from '../session/state.ts'
import { StateShape } from '../session/state-mark.tsx'
import { sayDuration, sayInstant } from '../session/words.ts'
import { layOwners } from './lay-owners.ts'
import { ownerState } from './owner-state.ts'

const fills = {
  alive: 'bg-alive', waiting: 'bg-waiting', stalled: 'bg-stalled', quiet: 'bg-quiet', dead: 'bg-dead', unknown: 'bg-unknown', ended: 'bg-ended',
} as const
const endFills: Record<SessionEnd, string> = { complete: 'bg-ended', merged: 'bg-alive', abandoned: 'bg-dead' }
const isEnd = (state: SessionState): state is SessionEnd => Object.hasOwn(endFills, state)
const fillOf = (state: SessionState) => (isEnd(state) ? endFills[state] : fills[toneOf(state)])
const redrawMs = 5_000

type ChartProps = { history: readonly Tenure[]; owner: ThreadOwner | null }

/** How it came to an end, or how its owner is now. */
function stateOfTenure({ releasedAs, generation }: Tenure, owner: ThreadOwner | null): SessionState {
  if (releasedAs !== null) return releasedAs
  return owner !== null && owner.generation === generation ? ownerState(owner) : 'unknown'
}

function sayTenure(tenure: Tenure, state: SessionState, now: number): string {
  const end = tenure.releasedAt === null ? now : Date.parse(tenure.releasedAt)
  const until = tenure.releasedAt === null ? `now, ${state}` : `${sayInstant(tenure.releasedAt)}, ${state}`
  return `#${tenure.generation} ${tenure.name}: ${sayInstant(tenure.reservedAt)} to ${until} (${sayDuration(end - Date.parse(tenure.reservedAt))})`
}

/** Owners over time. The table below it says the same to whoever does not see it. */
export function OwnerChart({ history, owner }: ChartProps) {
  const now = useTick((ms) => Math.floor(ms / redrawMs) * redrawMs)
  if (history.length === 0) return <p className="text-faint">Nobody ever had it.</p>
  const { lanes, gaps, ticks, left } = layOwners(history, Math.max(now, ...history.map(({ reservedAt }) => Date.parse(reservedAt))))
  return (
    <figure
      data-testid="owner-chart"
      role="img"
      aria-label={`Owners over time: ${lanes.map(({ name, bars }) => `${name} ${bars.map(({ tenure }) => `#${tenure.generation} ${stateOfTenure(tenure, owner)}`).join(', ')}`).join('; ')}. The table below says the same.`}
      className="lives"
    >
      <div className="grid grid-cols-[minmax(72px,160px)_minmax(0,1fr)] max-md:grid-cols-[104px_minmax(0,1fr)] gap-x-3">
        {lanes.map(({ sessionId, name, bars }) => (
          <div key={sessionId} data-lane={sessionId} className="col-span-2 grid grid-cols-subgrid items-center">
            <span className="truncate text-sm text-dim" title={name}>
              {name}
            </span>
            <span className="relative h-[22px] border-b border-line">
              {bars.map(({ tenure, left: start, width }) => (
                <BarOf key={tenure.id} tenure={tenure} state={stateOfTenure(tenure, owner)} start={start} width={width} now={now} />
              ))}
            </span>
          </div>
        ))}
        {gaps.length > 0 && (
          <div data-lane="nobody" className="col-span-2 grid grid-cols-subgrid items-center">
            <span className="text-sm text-faint">nobody</span>
            <span className="relative h-[22px] border-b border-line">
              {gaps.map((gap) => (
                <span
                  key={gap.left}
                  className="absolute top-[10px] h-0 border-t border-dashed border-faint"
                  style={{ left: `${gap.left * 100}%`, width: `max(3px, ${gap.width * 100}%)` }}
                />
              ))}
            </span>
          </div>
        )}
        <span aria-hidden />
        <span aria-hidden className="relative h-5 text-xs text-faint">
          {ticks.map(({ left: at, says }, tick) => (
            <span
              key={says}
              className={clsx('absolute top-1 whitespace-nowrap', tick === 0 ? '' : tick === ticks.length - 1 ? '-translate-x-full' : '-translate-x-1/2 max-md:hidden')}
              style={{ left: `${at * 100}%` }}
            >
              {says}
            </span>
          ))}
        </span>
      </div>
      <Legend states={[...new Set(lanes.flatMap(({ bars }) => bars.map(({ tenure }) => stateOfTenure(tenure, owner))))]} />
      {left > 0 && <figcaption className="text-sm text-faint">{left === 1 ? 'One older owner stands' : `${left} older owners stand`} in the table only.</figcaption>}
    </figure>
  )
}

function BarOf({ tenure, state, start, width, now }: { tenure: Tenure; state: SessionState; start: number; width: number; now: number }) {
  const open = tenure.releasedAt === null
  return (
    <span
      title={sayTenure(tenure, state, now)}
      className="absolute top-[5px] flex h-[12px] items-center"
      style={{ left: `${start * 100}%`, width: `max(4px, ${width * 100}%)` }}
    >
      <span className={clsx('h-full w-full rounded-[2px]', open ? 'rounded-r-none' : 'opacity-60', fillOf(state))} />
      {/* The shape of its end stands after the bar, or before it where there is no room. */}
      <span className={clsx('absolute', start + width > 0.93 ? 'right-full mr-1' : 'left-full ml-1')}>
        <StateShape state={state} size={10} />
      </span>
    </span>
  )
}

function Legend({ states }: { states: readonly SessionState[] }) {
  return (
    <div aria-hidden className="mt-1 flex flex-wrap gap-x-4 text-sm text-dim">
      {states.map((state) => (
        <span key={state} className="inline-flex items-center gap-1.5">
          <span className={clsx('h-2 w-4 rounded-[2px]', isEnd(state) && 'opacity-60', fillOf(state))} />
          <StateShape state={state} size={10} />
          {isEnd(state) ? state : `has it now, ${state}`}
        </span>
      ))}
    </div>
  )
}
