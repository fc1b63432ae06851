'use client'

import { ChevronDown } from 'lucide-react'
import { type SessionFilter } from '../../contract/sessions.ts'
import { useWorkspaces } from '../live/server-info.ts'
import { type SetFilter } from './use-filter.ts'

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
    <span className="relative inline-flex shrink-0 items-center">
      <select
        aria-label="Workspace"
        value={value}
        onChange={(event) => choose(event.target.value)}
        className="h-7 max-w-40 appearance-none truncate rounded-md border border-line-strong bg-panel pr-6 pl-2.5 hover:bg-raise max-md:max-w-28"
      >
        <option value={all}>All workspaces</option>
        {several && <option value={value}>{chosen.join(', ')}</option>}
        {offered.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown size={12} aria-hidden className="pointer-events-none absolute right-2 text-faint" />
    </span>
  )
}
