'use client'

import Link from 'next/link'
import { toFilterUrl } from '../../fleet/filter-url.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { useWorkspaces } from '../../live/server-info.ts'
import { Age } from '../../session/age.tsx'
import { sayCount } from '../../session/words.ts'
import { Blank } from '../../ui/blank.tsx'
import { Cell, DataTable, Row } from '../../ui/data-table.tsx'
import { SectionHead } from '../section-head.tsx'
import { TableSkeleton } from '../table-skeleton.tsx'

const columns = [{ name: 'Name', look: 'w-full md:w-auto' }, { name: 'Active', look: 'md:w-28 text-right' }, { name: 'Last started', look: 'md:w-40 text-right' }]

export function WorkspacesSection() {
  const workspaces = useWorkspaces()
  return (
    <>
      <SectionHead title="Workspaces" says="A workspace is made by the first session that names it. A token can be limited to one: nothing outside of it exists for that token." />
      <Loaded query={workspaces} loading="Loading the workspaces" skeleton={<TableSkeleton />}>
        {({ items }) =>
          items.length === 0 ? (
            <Blank title="There is no workspace yet." testId="no-workspaces">
              The first session that an agent registers makes one.
            </Blank>
          ) : (
            <DataTable label="Workspaces" columns={columns}>
              {items.map(({ name, active, lastStartedAt }) => (
                <Row key={name}>
                  <Cell className="max-w-0 truncate">
                    <Link href={`/${toFilterUrl({ status: ['active'], workspace: [name] })}`} prefetch={false} className="hover:underline">
                      {name}
                    </Link>
                  </Cell>
                  <Cell className="text-right">{active.count === 0 ? <span className="text-faint">none</span> : sayCount(active)}</Cell>
                  <Cell className="text-right whitespace-nowrap text-dim">{lastStartedAt === null ? '—' : <Age since={lastStartedAt} suffix=" ago" />}</Cell>
                </Row>
              ))}
            </DataTable>
          )
        }
      </Loaded>
    </>
  )
}
