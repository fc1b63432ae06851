'use client'

import { Download } from 'lucide-react'
import { auditActions, type AuditFilter } from '../../contract/audit.ts'
import { exportAddress } from '../live/audit.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { buttonLook } from '../ui/button.tsx'
import { BarSelect } from './bar-select.tsx'
import { FilterLine } from './filter-line.tsx'
import { type ActivityFilter } from './filter-url.ts'
import { OwnRange, TimeRange } from './time-range.tsx'
import { type SetActivityFilter } from './use-activity-filter.ts'
import { actionNames } from './words.ts'

type BarProps = { filter: ActivityFilter; asked: AuditFilter; setFilter: SetActivityFilter }

const actions = [['', 'Any action'], ...auditActions.map((action) => [action, actionNames[action]] as const)] as const
const files = [
  { format: 'csv', name: 'CSV' },
  { format: 'jsonl', name: 'JSON Lines' },
] as const

/** What is shown of the trail, and the same as a file. */
export function ActivityBar({ filter, asked, setFilter }: BarProps) {
  const { action, ...rest } = filter
  const chosen = action?.length === 1 ? (action[0] ?? '') : ''
  // An address may name an action that this page does not know yet.
  const offered = actions.some(([value]) => value === chosen) ? actions : [...actions, [chosen, chosen] as const]
  return (
    <>
      <div className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-4 py-2 max-md:flex-wrap max-md:gap-1.5 max-md:px-2">
        <TimeRange filter={filter} setFilter={setFilter} />
        <BarSelect label="Action" value={chosen} options={offered} onChoose={(value) => setFilter(value === '' ? rest : { ...rest, action: [value] })} />
        <FilterLine filter={filter} setFilter={setFilter} />
        {files.map(({ format, name }) => (
          <a key={format} href={exportAddress(asked, format)} download aria-label={`Export as ${name}`} title={`Save what fits as ${name}`} className={buttonLook({}, 'max-md:px-1.5')}>
            <Download size={13} aria-hidden className="max-md:hidden" />
            <span className="max-md:hidden">{name}</span>
            <span className="uppercase md:hidden">{format}</span>
          </a>
        ))}
        <PaletteButton />
      </div>
      <OwnRange filter={filter} setFilter={setFilter} />
    </>
  )
}
