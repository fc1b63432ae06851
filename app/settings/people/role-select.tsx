'use client'

import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type Person } from '../../../contract/people.ts'
import { type PersonRole, personRoles } from '../../../contract/roles.ts'
import { useChangePerson } from '../../live/people.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'

const means: Record<PersonRole, string> = {
  viewer: 'They can look at everything but the settings, and change nothing.',
  operator: 'They can end and delete sessions, but not see the settings.',
  admin: 'They can do everything: people, tokens and settings too.',
}

/** A role is a grave thing, so the choice is said in words and asked once more. */
export function RoleSelect({ person, isMe }: { person: Person; isMe: boolean }) {
  const [wanted, setWanted] = useState<PersonRole | null>(null)
  const change = useChangePerson(person.id)
  const close = () => setWanted(null)
  const confirm = () => wanted !== null && change.mutate({ role: wanted }, { onSuccess: close })
  return (
    <>
      <span className="relative inline-flex items-center">
        <select
          aria-label={`Role of ${person.name}`}
          value={person.role}
          onChange={(event) => setWanted(personRoles.find((role) => role === event.target.value) ?? null)}
          className="h-6 appearance-none rounded-md border border-line-strong bg-panel pr-6 pl-2 text-sm hover:bg-raise"
        >
          {personRoles.map((role) => (
            <option key={role} value={role}>
              {role}
            </option>
          ))}
        </select>
        <ChevronDown size={12} aria-hidden className="pointer-events-none absolute right-1.5 text-faint" />
      </span>
      <ConfirmDialog
        open={wanted !== null}
        title={`Make ${person.name} ${wanted === 'viewer' ? 'a' : 'an'} ${wanted ?? ''}?`}
        button="Change the role"
        doing="Changing…"
        attempt={change}
        onConfirm={confirm}
        onClose={close}
      >
        {wanted !== null && means[wanted]} {isMe && wanted !== 'admin' && 'This is you: you will not be able to take it back yourself.'}
      </ConfirmDialog>
    </>
  )
}
