'use client'

import { Loaded } from '../../frame/loaded.tsx'
import { useServerInfo } from '../../live/server-info.ts'
import { sayCount } from '../../session/words.ts'
import { Cell, DataTable, Row } from '../../ui/data-table.tsx'
import { SectionHead } from '../section-head.tsx'
import { TableSkeleton } from '../table-skeleton.tsx'
import { sayBytes } from './say-bytes.ts'

const limitColumns = [{ name: 'Limit' }, { name: 'Value', look: 'md:w-36' }, { name: 'Set by', look: 'w-80 max-md:hidden' }]
const tableColumns = [
  { name: 'Table', look: 'w-full md:w-44' },
  { name: 'Holds', look: 'max-lg:hidden' },
  { name: 'What bounds it', look: 'max-md:hidden' },
  { name: 'Rows', look: 'md:w-20 text-right' },
  { name: 'Size', look: 'md:w-20 text-right' },
]

export function LimitsSection() {
  const server = useServerInfo()
  return (
    <Loaded query={server} loading="Loading the limits" skeleton={<TableSkeleton />}>
      {({ limits, retention }) => (
        <>
          <SectionHead title="Limits" says="What everybody is held to. What names a variable is changed by it, at the next start." />
          <DataTable label="Limits" columns={limitColumns}>
            {limits.map(({ name, value, setBy }) => (
              <Row key={name} className="h-[30px]">
                <Cell>
                  {name}
                  {setBy !== null && <code className="block font-mono text-xs break-all text-faint md:hidden">{setBy}</code>}
                </Cell>
                <Cell className="whitespace-nowrap">{value}</Cell>
                <Cell className="max-md:hidden">{setBy === null ? <span className="text-faint">fixed</span> : <code className="font-mono text-sm">{setBy}</code>}</Cell>
              </Row>
            ))}
          </DataTable>
          <div className="mt-8">
            <SectionHead title="Retention" says="Every table that grows, and what keeps it from growing for ever." />
            <DataTable label="Retention" columns={tableColumns}>
              {retention.map(({ table, holds, bound, rows, bytes }) => (
                <Row key={table} className="h-[30px]">
                  <Cell>
                    <span className="font-mono text-sm">{table}</span>
                    <span className="block text-sm text-dim md:hidden">{bound}</span>
                  </Cell>
                  <Cell className="text-dim max-lg:hidden">{holds}</Cell>
                  <Cell className="text-dim max-md:hidden">{bound}</Cell>
                  <Cell className="text-right whitespace-nowrap">{sayCount(rows)}</Cell>
                  <Cell className="text-right whitespace-nowrap text-dim">{sayBytes(bytes)}</Cell>
                </Row>
              ))}
            </DataTable>
          </div>
        </>
      )}
    </Loaded>
  )
}
