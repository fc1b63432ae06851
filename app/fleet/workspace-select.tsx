'use client'

import { type SessionFilter } from '../../contract/sessions.ts'
import { useWorkspaces } from '../live/server-info.ts'
import { SelectButton } from '../ui/select-button.tsx'
import { type SetFilter } from './use-view.ts'

const all = ''

export function WorkspaceSelect({ filter, setFilter }: { filter: SessionFilter; setFilter: SetFilter }) {
  const known = useWorkspaces().data?.items.map(({ name }) => name) ?? []
  const chosen = filter.workspace ?? []
  const several = chosen.length > 1
  const value = several ? chosen.join('\n') : (chosen[0] ?? all)
  const offered = [...new Set([...known, ...chosen])].sort()
  const choose = (name: string) => {
    const { workspace: _, ...rest } = filter
    setFilter(name === all ? rest : { ...rest, workspace: [name] })
  }
  return (
    <SelectButton aria-label="Workspace" value={value} onChange={(event) => choose(event.target.value)} className="max-w-40 max-md:max-w-28">
      <option value={all}>All workspaces</option>
      {several && <option value={value}>{chosen.join(', ')}</option>}
      {offered.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectButton>
  )
}
