'use client'

import { useState } from 'react'
import { type Person } from '../../../contract/people.ts'
import { useMe } from '../../live/me.ts'
import { useMakePersonLink, useRemovePerson } from '../../live/people.ts'
import { Age } from '../../session/age.tsx'
import { Button } from '../../ui/button.tsx'
import { Cell, Row } from '../../ui/data-table.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { RoleSelect } from './role-select.tsx'

export function PersonRow({ person }: { person: Person }) {
  const isMe = useMe().data?.id === person.id
  const [asking, setAsking] = useState<'remove' | 'link' | null>(null)
  const remove = useRemovePerson(person.id)
  const link = useMakePersonLink(person.id)
  const close = () => setAsking(null)
  return (
    <Row data-person-id={person.id}>
      <Cell className="max-w-0 md:max-w-64">
        <span className="block truncate">
          {person.name}
          {isMe && <span className="text-faint"> you</span>}
        </span>
        <span className="block truncate text-sm text-dim md:hidden">{person.email}</span>
      </Cell>
      <Cell className="max-w-72 truncate text-dim max-md:hidden">{person.email}</Cell>
      <Cell>
        <RoleSelect person={person} isMe={isMe} />
      </Cell>
      <Cell className="whitespace-nowrap text-dim max-lg:hidden">
        {person.lastSignInAt !== null ? <Age since={person.lastSignInAt} suffix=" ago" /> : person.hasPassword ? 'never' : 'invited, not yet here'}
      </Cell>
      <Cell className="whitespace-nowrap text-dim max-lg:hidden">
        <Age since={person.createdAt} />
      </Cell>
      <Cell>
        <span className="flex justify-end gap-1.5 max-md:flex-col max-md:items-end">
          <Button size="sm" aria-label={`New link for ${person.name}`} onClick={() => setAsking('link')}>
            New link…
          </Button>
          <Button size="sm" aria-label={`Remove ${person.name}`} onClick={() => setAsking('remove')}>
            Remove…
          </Button>
        </span>
        <ConfirmDialog
          open={asking === 'remove'}
          title={`Remove ${person.name}?`}
          button="Remove"
          doing="Removing…"
          attempt={remove}
          onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          {isMe ? 'You sign yourself out for good: ' : 'Their sign-ins end now, open pages included; '}what they did stays in the activity under their name.
        </ConfirmDialog>
        <LinkDialog person={person} open={asking === 'link'} attempt={link} onClose={close} />
      </Cell>
    </Row>
  )
}
