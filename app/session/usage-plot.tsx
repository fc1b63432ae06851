'use client'

import { useMemo } from 'react'
import { type Session, type SessionDetail } from '../../contract/sessions.ts'
import { useTick } from '../live/ticker.ts'
import { Plot } from '../ui/plot.tsx'
import { sayAmount, sayCost } from './words.ts'

type Samples = SessionDetail['usageOverTime']
const minuteMs = 60_000

/** Running totals by minute, up to now or to its end: a total that nothing was added to stays where it is. */
export function UsagePlot({ session, samples }: { session: Session; samples: Samples }) {
  const minute = useTick((now) => Math.floor(now / minuteMs) * minuteMs)
  const { at, tokens, cost } = useMemo(() => {
    const last = samples.at(-1)
    const end = session.completedAt === null ? minute : Date.parse(session.completedAt)
    const all = last === undefined || end <= Date.parse(last.at) ? samples : [...samples, { ...last, at: new Date(end).toISOString() }]
    return { at: all.map((one) => Date.parse(one.at)), tokens: all.map((one) => one.tokens), cost: all.map((one) => one.costMicroUsd) }
  }, [samples, minute, session.completedAt])
  if (at.length < 2) return null
  return (
    <div data-testid="usage-plot" className="lives mb-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
      <Plot label="Tokens over time" at={at} stepped series={[{ name: 'tokens', color: 'accent', values: tokens, say: (value) => sayAmount(Math.round(value)) }]} />
      <Plot label="Cost over time" at={at} stepped series={[{ name: 'cost, $', color: 'waiting', values: cost, say: sayCost }]} />
    </div>
  )
}
