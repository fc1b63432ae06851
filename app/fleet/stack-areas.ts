import { type FleetSample } from '../../contract/liveness.ts'
import { type ShownState } from '../../contract/sessions.ts'

/** From the bottom: what asks for somebody stands on the ground line, where a change of it is seen. */
export const stackOrder = ['dead', 'stalled', 'waiting', 'unknown', 'quiet', 'alive'] as const satisfies readonly ShownState[]

export type Area = { state: ShownState; path: string }
export type Box = { width: number; height: number }

const total = (sample: FleetSample) => stackOrder.reduce((sum, state) => sum + sample[state], 0)
export const highest = (samples: readonly FleetSample[]) => Math.max(0, ...samples.map(total))

/** Where nothing was sampled, nothing is drawn: a line over a gap would be made up. */
function runs(samples: readonly FleetSample[], stepMs: number): FleetSample[][] {
  const found: FleetSample[][] = []
  let lastAt = -Infinity
  for (const sample of samples) {
    const at = Date.parse(sample.at)
    if (at - lastAt > stepMs * 2.5) found.push([])
    found.at(-1)!.push(sample)
    lastAt = at
  }
  return found.filter((run) => run.length > 1)
}

/** One path per state, stacked, of a span of time that ends now. */
export function stackAreas(samples: readonly FleetSample[], { width, height }: Box, nowMs: number, spanMs: number, stepMs: number): Area[] {
  const top = highest(samples) * 1.08 || 1
  const x = ({ at }: FleetSample) => (Math.max(0, 1 - (nowMs - Date.parse(at)) / spanMs) * width).toFixed(1)
  const y = (value: number) => (height - (value / top) * height).toFixed(1)
  const within = runs(samples.filter(({ at }) => nowMs - Date.parse(at) <= spanMs), stepMs)
  return stackOrder.flatMap((state, place) => {
    if (samples.every((sample) => sample[state] === 0)) return []
    const below = (sample: FleetSample) => stackOrder.slice(0, place).reduce((sum, one) => sum + sample[one], 0)
    const path = within
      .map((run) => {
        const upper = run.map((sample) => `${x(sample)} ${y(below(sample) + sample[state])}`)
        const lower = run.toReversed().map((sample) => `${x(sample)} ${y(below(sample))}`)
        return `M${[...upper, ...lower].join('L')}Z`
      })
      .join('')
    return path === '' ? [] : [{ state, path }]
  })
}
