'use client'

import { Loaded } from '../../frame/loaded.tsx'
import { usePeople } from '../../live/people.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { SectionHead } from '../section-head.tsx'
import { TableSkeleton } from '../table-skeleton.tsx'
import { useNewInUrl } from '../use-new-in-url.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { PersonRow } from './person-row.tsx'

const columns = [
  { name: 'Name', look: 'max-md:w-full' },
  { name: 'E-mail', look: 'max-md:hidden' },
  { name: 'Role', look: 'md:w-32' },
  { name: 'Last sign-in', look: 'max-lg:hidden' },
  { name: 'Since', look: 'max-lg:hidden' },
  { name: 'Actions', hidden: true },
]

export function PeopleSection() {
  const people = usePeople()
  const inviting = useNewInUrl()
  return (
    <>
      <SectionHead title="People" says="Viewers see, operators act on sessions, admins also decide who comes in. A change of role holds at once.">
        <Button variant="primary" onClick={inviting.show}>
          Invite…
        </Button>
      </SectionHead>
      <Loaded query={people} loading="Loading the people" skeleton={<TableSkeleton />}>
        {({ items }) => (
          <DataTable label="People" columns={columns}>
            {items.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </DataTable>
        )}
      </Loaded>
      <InviteDialog open={inviting.open} onClose={inviting.hide} />
    </>
  )
}
