'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type SessionFilter } from '../../contract/sessions.ts'
import { useCommands } from '../frame/use-commands.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Chip } from './chip.tsx'
import { readFilterText, sayTerm, type Term, toFilter, toTerms } from './filter-terms.ts'
import { type SetFilter } from './use-filter.ts'
import { WorkspaceSelect } from './workspace-select.tsx'

const typingMs = 250

type TopBarProps = { filter: SessionFilter; setFilter: SetFilter }

/** Chips for what filters now, and a line to write more: terms become chips, words are looked for as they are typed. */
export function TopBar({ filter, setFilter }: TopBarProps) {
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(filter.q ?? '')
  const terms = toTerms(filter)
  const q = filter.q ?? ''

  // Back, forward and links change the words from outside; what we put into the address ourselves is an echo.
  const echo = useRef(q)
  useEffect(() => {
    if (q !== echo.current) setDraft(q)
    echo.current = q
  }, [q])
  useCommands({ filter: () => input.current?.focus() })

  const commit = (text: string, final: boolean) => {
    const read = readFilterText(text)
    if (!final && read.terms.length > 0) return
    const status = read.terms.some(({ field }) => field === 'status')
    const kept: Term[] = status ? terms.filter(({ field }) => field !== 'status') : terms
    const how = read.terms.length > 0 ? 'push' : 'replace'
    if (final) setDraft(read.q)
    echo.current = read.q
    if (read.terms.length > 0 || read.q !== q) setFilter(toFilter([...kept, ...read.terms], read.q), how)
  }
  const pause = useEffectEvent((text: string) => text.trim() !== q && commit(text, false))
  useEffect(() => {
    const timer = setTimeout(() => pause(draft), typingMs)
    return () => clearTimeout(timer)
  }, [draft])

  const remove = (term: Term) => setFilter(toFilter(terms.filter((one) => one !== term), q))
  const press = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit(draft, true)
    if (event.key === ' ' && readFilterText(draft).terms.length > 0) {
      event.preventDefault()
      commit(draft, true)
    }
    if (event.key === 'Escape') input.current?.blur()
    const last = terms.at(-1)
    if (event.key === 'Backspace' && draft === '' && last !== undefined) remove(last)
  }

  return (
    <div className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-4 py-2 max-md:px-2">
      <WorkspaceSelect filter={filter} setFilter={setFilter} />
      <div className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-1.5 rounded-md border border-line-strong px-1.5 py-0.5 focus-within:border-accent">
        {terms
          .filter(({ field }) => field !== 'workspace')
          .map((term) => (
            <Chip key={`${term.field}:${term.value}`} text={sayTerm(term)} onRemove={() => remove(term)} />
          ))}
        <input
          ref={input}
          data-filter
          type="text"
          aria-label="Filter sessions"
          placeholder="filter by anything…"
          value={draft}
          maxLength={500}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={press}
          className="min-w-28 flex-1 bg-transparent px-0.5 outline-none"
        />
        <span className="px-0.5 max-md:hidden">
          <Kbd>/</Kbd>
        </span>
      </div>
      <PaletteButton />
    </div>
  )
}
