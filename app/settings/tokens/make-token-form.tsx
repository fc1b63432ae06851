'use client'

import { type FormEvent, useState } from 'react'
import { type TokenRole, tokenRoles } from '../../../contract/roles.ts'
import { sayError } from '../../live/api-error.ts'
import { useWorkspaces } from '../../live/server-info.ts'
import { type useMakeToken } from '../../live/tokens.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'

const dayMs = 86_400_000
const lives = [
  { value: '', says: 'never' },
  { value: String(dayMs), says: 'in a day' },
  { value: String(30 * dayMs), says: 'in 30 days' },
  { value: String(90 * dayMs), says: 'in 90 days' },
  { value: String(365 * dayMs), says: 'in a year' },
]
const means: Record<TokenRole, string> = {
  agent: 'Registers sessions and speaks for those alone.',
  host: 'Reports the facts of one host.',
  viewer: 'Reads what a viewer sees, and changes nothing.',
}

export function MakeTokenForm({ make, onCancel }: { make: ReturnType<typeof useMakeToken>; onCancel: () => void }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<TokenRole>('agent')
  const [workspace, setWorkspace] = useState('')
  const [hostId, setHostId] = useState('')
  const [life, setLife] = useState('')
  const known = useWorkspaces().data?.items ?? []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate({
      name: name.trim(),
      role,
      ...(workspace.trim() === '' ? {} : { workspace: workspace.trim() }),
      ...(role === 'host' ? { hostId: hostId.trim() } : {}),
      ...(life === '' ? {} : { expiresInMs: Number(life) }),
    })
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label="Name" note="So that you know later what it was for." required maxLength={100} autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      <SelectField
        label="Role"
        note={means[role]}
        options={tokenRoles.map((one) => ({ value: one, says: one }))}
        value={role}
        onChange={(event) => setRole(tokenRoles.find((one) => one === event.target.value) ?? 'agent')}
      />
      {role === 'host' && (
        <Field label="Host id" required maxLength={200} autoComplete="off" spellCheck={false} value={hostId} onChange={(event) => setHostId(event.target.value)} />
      )}
      <Field
        label="Workspace"
        note="Empty: every workspace."
        maxLength={200}
        list="known-workspaces"
        autoComplete="off"
        spellCheck={false}
        value={workspace}
        onChange={(event) => setWorkspace(event.target.value)}
      />
      <datalist id="known-workspaces">
        {known.map((one) => (
          <option key={one.name} value={one.name}>
            {one.name}
          </option>
        ))}
      </datalist>
      <SelectField label="Expires" options={lives} value={life} onChange={(event) => setLife(event.target.value)} />
      {make.error !== null && <Notice tone="bad" title={sayError(make.error).message} hint={sayError(make.error).hint} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={make.isPending}>
          {make.isPending ? 'Making…' : 'Make the token'}
        </Button>
      </div>
    </form>
  )
}
