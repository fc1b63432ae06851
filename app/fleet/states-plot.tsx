'use client'

import { type FleetHistory } from '../../contract/liveness.ts'
import { type ShownState } from '../../contract/sessions.ts'
import { highest, stackAreas } from './stack-areas.ts'

const fills: Record<ShownState, string> = {
  alive: 'fill-alive/25 stroke-alive',
  waiting: 'fill-waiting/60 stroke-waiting',
  stalled: 'fill-stalled/60 stroke-stalled',
  quiet: 'fill-quiet/40 stroke-quiet',
  dead: 'fill-dead/60 stroke-dead',
  unknown: 'fill-unknown/40 stroke-unknown',
}
const box = { width: 300, height: 34 }
const spanMs = 3_600_000
const stepMs = 60_000

/** The last hour at a glance; the figures beside it say what is now. */
export function StatesPlot({ history: { samples, serverNow }, of }: { history: FleetHistory; of: string }) {
  const areas = stackAreas(samples, box, Date.parse(serverNow), spanMs, stepMs)
  const said = `Active sessions by state over the last hour, ${of}: at most ${highest(samples).toLocaleString('en-US')}.`
  if (areas.length === 0) return <p className="self-center text-sm text-faint">The plot of the last hour begins with the second minute.</p>
  return (
    <svg role="img" aria-label={said} data-testid="states-plot" viewBox={`0 0 ${box.width} ${box.height}`} preserveAspectRatio="none" className="h-[34px] w-full">
      <title>{said}</title>
      {areas.map(({ state, path }) => (
        <path key={state} d={path} className={fills[state]} strokeWidth={0.75} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  )
}
