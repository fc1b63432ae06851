'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ThreadFilter } from '../../contract/match-thread.ts'
import { threadStates } from '../../contract/threads.ts'
import { useCommands } from '../frame/use-commands.ts'
import { useWorkspaces } from '../live/server-info.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { SelectButton } from '../ui/select-button.tsx'
import { stateNames } from './filter-url.ts'
import { type SetThreadFilter } from './use-thread-filter.ts'

const typingMs = 250

/** What is shown of the threads: which workspace, in what state, with which words. */
export function ThreadsBar({ filter, setFilter }: { filter: ThreadFilter; setFilter: SetThreadFilter }) {
  const known = useWorkspaces().data?.items.map(({ name }) => name) ?? []
  const offered = [...new Set([...known, ...(filter.workspace === undefined ? [] : [filter.workspace])])].sort()
  const { workspace: _workspace, ...anyWorkspace } = filter
  const { state: _state, ...anyState } = filter
  return (
    <div className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-4 py-2 max-md:flex-wrap max-md:px-2">
      <SelectButton
        aria-label="Workspace"
        value={filter.workspace ?? ''}
        onChange={({ target }) => setFilter(target.value === '' ? anyWorkspace : { ...filter, workspace: target.value })}
        className="max-w-40 max-md:max-w-28"
      >
        <option value="">All workspaces</option>
        {offered.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectButton>
      <SelectButton
        aria-label="State"
        value={filter.state ?? ''}
        onChange={({ target }) => {
          const state = threadStates.find((one) => one === target.value)
          setFilter(state === undefined ? anyState : { ...filter, state })
        }}
        className="max-w-40 max-md:max-w-28"
      >
        <option value="">Any state</option>
        {threadStates.map((state) => (
          <option key={state} value={state}>
            {stateNames[state]}
          </option>
        ))}
      </SelectButton>
      <Words q={filter.q ?? ''} setQ={(q) => setFilter({ ...filter, q: q === '' ? undefined : q }, 'replace')} />
      <PaletteButton />
    </div>
  )
}

function Words({ q, setQ }: { q: string; setQ: (q: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(q)
  // Back, forward and links change the words from outside; what we put into the address ourselves is an echo.
  const echo = useRef(q)
  useEffect(() => {
    if (q !== echo.current) setDraft(q)
    echo.current = q
  }, [q])
  useCommands({ filter: () => input.current?.focus() })
  const commit = (text: string) => {
    const next = text.trim()
    if (next === q) return
    echo.current = next
    setQ(next)
  }
  const pause = useEffectEvent(commit)
  useEffect(() => {
    const timer = setTimeout(() => pause(draft), typingMs)
    return () => clearTimeout(timer)
  }, [draft])
  return (
    <div className="flex min-h-7 min-w-0 flex-1 items-center gap-1.5 rounded-md border border-line-strong px-1.5 py-0.5 focus-within:border-accent max-md:order-last max-md:basis-full">
      <input
        ref={input}
        data-filter
        type="text"
        aria-label="Filter threads"
        placeholder="a thread, or who owns it…"
        value={draft}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') commit(draft)
          if (key === 'Escape') input.current?.blur()
        }}
        className="min-w-28 flex-1 bg-transparent px-0.5 outline-none"
      />
      <span className="px-0.5 max-md:hidden">
        <Kbd>/</Kbd>
      </span>
    </div>
  )
}
