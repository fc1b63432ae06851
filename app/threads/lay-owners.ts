import { type Tenure } from '../../contract/threads.ts'
import { sayDuration } from '../session/words.ts'

/** Places are 0 to 1 of the span that is drawn. */
export type Bar = { tenure: Tenure; left: number; width: number }
export type Lane = { sessionId: string; name: string; bars: Bar[] }
export type OwnerChart = {
  lanes: Lane[]
  /** Where nobody had it. */
  gaps: { left: number; width: number }[]
  ticks: { left: number; says: string }[]
  /** Older owners that there is no room for. */
  left: number
}

export const mostLanes = 12
const tickCount = 4

/** One lane per owner, newest on top, from the first of them to now. history is newest first. */
export function layOwners(history: readonly Tenure[], now: number): OwnerChart {
  const owners = [...new Set(history.map(({ sessionId }) => sessionId))]
  const drawn = new Set(owners.slice(0, mostLanes))
  const shown = history.filter(({ sessionId }) => drawn.has(sessionId))
  const from = Math.min(...shown.map(({ reservedAt }) => Date.parse(reservedAt)))
  const span = Math.max(1, now - from)
  const place = (ms: number) => Math.max(0, Math.min(1, (ms - from) / span))
  const ends = ({ releasedAt }: Tenure) => (releasedAt === null ? now : Date.parse(releasedAt))
  const between = (start: number, end: number) => ({ left: place(start), width: Math.max(0, place(end) - place(start)) })

  const lanes = [...drawn].map((sessionId) => {
    const tenures = shown.filter((tenure) => tenure.sessionId === sessionId)
    return { sessionId, name: tenures[0]?.name ?? sessionId, bars: tenures.map((tenure) => ({ tenure, ...between(Date.parse(tenure.reservedAt), ends(tenure)) })) }
  })
  // Where an owner is not drawn the thread was not free: only what lies between two that follow each other is a gap.
  const gaps = history.flatMap((tenure, at) => {
    if (at > 0 && history[at - 1]?.generation !== tenure.generation + 1) return []
    const next = at === 0 ? now : Date.parse(history[at - 1]?.reservedAt ?? '')
    const gap = between(ends(tenure), next)
    return ends(tenure) >= from && gap.width > 0 ? [gap] : []
  })
  const ticks =
    shown.length === 0
      ? []
      : Array.from({ length: tickCount }, (_, tick) => {
          const left = tick / (tickCount - 1)
          return { left, says: left === 1 ? 'now' : `${sayDuration(span * (1 - left))} ago` }
        })
  return { lanes, gaps, ticks, left: owners.length - drawn.size }
}
