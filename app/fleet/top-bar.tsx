'use client'

import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type SessionFilter } from '../../contract/sessions.ts'
import { useCommands } from '../frame/use-commands.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Chip } from './chip.tsx'
import { readFilterText, sayTerm, sayWords, type Term, toFilter, toTerms } from './filter-terms.ts'
import { GroupSelect } from './group-select.tsx'
import { type SetFilter } from './use-view.ts'
import { type Grouping } from './view-url.ts'
import { WorkspaceSelect } from './workspace-select.tsx'

const typingMs = 250

type TopBarProps = { filter: SessionFilter; setFilter: SetFilter; group: Grouping | null; setGroup: (group: Grouping | null) => void }

/** Chips for what filters now, and a line to write more: terms become chips, words are looked for as they are typed. */
export function TopBar({ filter, setFilter, group, setGroup }: TopBarProps) {
  const input = useRef<HTMLInputElement>(null)
  const terms = toTerms(filter)
  const q = filter.q ?? ''
  const [draft, setDraft] = useState(sayWords(q))
  const [doubt, setDoubt] = useState<string | null>(null)

  // Back, forward and links change the words from outside; what we put into the address ourselves is an echo.
  const echo = useRef(q)
  useEffect(() => {
    if (q !== echo.current) setDraft(sayWords(q))
    echo.current = q
  }, [q])
  useCommands({ filter: () => input.current?.focus() })

  const commit = (text: string, final: boolean) => {
    const read = readFilterText(text)
    setDoubt(read.unknown[0]?.hint ?? null)
    if (!final && (read.terms.length > 0 || read.unknown.length > 0)) return
    const status = read.terms.some(({ field, not }) => field === 'status' && not !== true)
    const keep = (now: Term[]) => (status ? now.filter(({ field, not }) => field !== 'status' || not === true) : now)
    const how = read.terms.length > 0 ? 'push' : 'replace'
    // What could not be read stays in the line, to be mended.
    if (final) setDraft([sayWords(read.q), ...read.unknown.map(({ text: odd }) => odd)].filter(Boolean).join(' '))
    echo.current = read.q
    if (read.terms.length > 0 || read.q !== q) setFilter((now) => toFilter([...keep(toTerms(now)), ...read.terms], read.q), how)
  }
  const pause = useEffectEvent((text: string) => (text.trim() === sayWords(q) ? setDoubt(null) : commit(text, false)))
  useEffect(() => {
    const timer = setTimeout(() => pause(draft), typingMs)
    return () => clearTimeout(timer)
  }, [draft])

  const remove = (term: Term) => setFilter((now) => toFilter(toTerms(now).filter((one) => sayTerm(one) !== sayTerm(term)), now.q ?? ''))
  const hint = useId()
  const press = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit(draft, true)
    // A space ends a term, but not inside of quotes.
    if (event.key === ' ' && (draft.match(/"/g) ?? []).length % 2 === 0 && readFilterText(draft).terms.length > 0) {
      event.preventDefault()
      commit(draft, true)
    }
    if (event.key === 'Escape') input.current?.blur()
    const last = terms.at(-1)
    if (event.key === 'Backspace' && draft === '' && last !== undefined) remove(last)
  }

  return (
    <div className="border-b border-line">
      <div className="flex min-h-11 shrink-0 items-center gap-2 px-4 py-2 max-md:flex-wrap max-md:px-2">
        <WorkspaceSelect filter={filter} setFilter={setFilter} />
        <div className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-1.5 rounded-md border border-line-strong px-1.5 py-0.5 focus-within:border-accent max-md:order-last max-md:basis-full">
          {terms
            .filter(({ field, not }) => field !== 'workspace' || not === true)
            .map((term) => (
              <Chip key={`${term.not === true} ${term.field}:${term.value}`} text={sayTerm(term)} onRemove={() => remove(term)} />
            ))}
          <input
            ref={input}
            data-filter
            type="text"
            aria-label="Filter sessions"
            aria-invalid={doubt !== null}
            aria-describedby={hint}
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
        <GroupSelect group={group} setGroup={setGroup} />
        <PaletteButton />
      </div>
      <p id={hint} role="status" data-testid="filter-hint" className={doubt === null ? 'sr-only' : 'px-4 pb-2 text-sm text-waiting max-md:px-2'}>
        {doubt}
      </p>
    </div>
  )
}
