'use client'

import { type FormEvent, useState } from 'react'
import { type PersonRole, personRoles } from '../../../contract/roles.ts'
import { sayError } from '../../live/api-error.ts'
import { useInvitePerson } from '../../live/people.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { ShownLink } from './shown-link.tsx'

const options = personRoles.map((role) => ({ value: role, says: role }))

export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const invite = useInvitePerson()
  const close = () => {
    invite.reset()
    onClose()
  }
  const made = invite.data
  return (
    <Dialog open={open} onClose={close} title={made === undefined ? 'Invite a person' : `A link for ${made.person.name}`} look={made === undefined ? 'box' : 'wide'}>
      {made === undefined ? <InviteForm invite={invite} onCancel={close} /> : <ShownLink made={made} onClose={close} />}
    </Dialog>
  )
}

function InviteForm({ invite, onCancel }: { invite: ReturnType<typeof useInvitePerson>; onCancel: () => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<PersonRole>('viewer')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ name: name.trim(), email: email.trim(), role })
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <p className="text-dim">You get a sign-in link to hand on; with it they choose their own password.</p>
      <Field label="Name" required maxLength={100} autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      <Field label="E-mail" type="email" required maxLength={254} autoComplete="off" value={email} onChange={(event) => setEmail(event.target.value)} />
      <SelectField
        label="Role"
        note="Viewers see, operators act on sessions, admins decide who comes in."
        options={options}
        value={role}
        onChange={(event) => setRole(personRoles.find((one) => one === event.target.value) ?? 'viewer')}
      />
      {invite.error !== null && <Notice tone="bad" title={sayError(invite.error).message} hint={sayError(invite.error).hint} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={invite.isPending}>
          {invite.isPending ? 'Inviting…' : 'Invite'}
        </Button>
      </div>
    </form>
  )
}
