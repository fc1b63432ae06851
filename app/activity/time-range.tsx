'use client'

import { serverTime } from '../live/server-clock.ts'
import { type ActivityFilter, type Span, spans } from './filter-url.ts'
import { BarSelect } from './bar-select.tsx'
import { type SetActivityFilter } from './use-activity-filter.ts'

type RangeProps = { filter: ActivityFilter; setFilter: SetActivityFilter }

const own = 'own'
const options = [
  ['', 'Any time'], ['1h', 'Last hour'], ['24h', 'Last 24 hours'], ['7d', 'Last 7 days'], ['30d', 'Last 30 days'], [own, 'From … to …'],
] as const

const isOwn = ({ from, to }: ActivityFilter) => from !== undefined || to !== undefined

export function TimeRange({ filter, setFilter }: RangeProps) {
  const choose = (value: string) => {
    const { last: _last, from: _from, to: _to, ...rest } = filter
    if (value === '') setFilter(rest)
    else if (value === own) setFilter({ ...rest, from: new Date(serverTime() - spans[filter.last ?? '24h']).toISOString() })
    else setFilter({ ...rest, last: value as Span })
  }
  return <BarSelect label="Time" value={filter.last ?? (isOwn(filter) ? own : '')} options={options} onChoose={choose} />
}

/** As the field wants it: local time, to the minute. */
function toLocal(instant: string | undefined): string {
  if (instant === undefined) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export function OwnRange({ filter, setFilter }: RangeProps) {
  if (!isOwn(filter)) return null
  const set = (field: 'from' | 'to', local: string) => {
    const { [field]: _, ...rest } = filter
    const at = new Date(local)
    setFilter(Number.isNaN(at.getTime()) ? rest : { ...rest, [field]: at.toISOString() }, 'replace')
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-sm text-dim max-md:px-2">
      {(['from', 'to'] as const).map((field) => (
        <label key={field} className="flex items-center gap-1.5">
          {field}
          <input
            type="datetime-local"
            defaultValue={toLocal(filter[field])}
            onChange={(event) => set(field, event.target.value)}
            className="h-7 rounded-md border border-line-strong bg-panel px-1.5 text-text"
          />
        </label>
      ))}
    </div>
  )
}
