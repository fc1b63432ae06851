'use client'

import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Chip } from '../fleet/chip.tsx'
import { useCommands } from '../frame/use-commands.ts'
import { Kbd } from '../ui/kbd.tsx'
import { readActivityText, sayTerm, type Term, toTerms, withTerms } from './filter-terms.ts'
import { type ActivityFilter } from './filter-url.ts'
import { type SetActivityFilter } from './use-activity-filter.ts'

const typingMs = 250

/** Chips for what filters now, and a line to write more: terms become chips, words are looked for as they are typed. */
export function FilterLine({ filter, setFilter }: { filter: ActivityFilter; setFilter: SetActivityFilter }) {
  const input = useRef<HTMLInputElement>(null)
  const q = filter.q ?? ''
  const [draft, setDraft] = useState(q)
  const terms = toTerms(filter)
  // A single action stands in its own choice beside this line.
  const chips = terms.filter(({ field }) => field !== 'action' || filter.action?.length !== 1)
  // Back, forward and links change the words from outside; what we put into the address ourselves is an echo.
  const echo = useRef(q)
  useEffect(() => {
    if (q !== echo.current) setDraft(q)
    echo.current = q
  }, [q])
  useCommands({ filter: () => input.current?.focus() })

  const commit = (text: string, final: boolean) => {
    const read = readActivityText(text)
    if (!final && read.terms.length > 0) return
    if (final) setDraft(read.q)
    echo.current = read.q
    const { q: _, ...rest } = withTerms(filter, [...terms, ...read.terms])
    if (read.terms.length > 0 || read.q !== q) setFilter(read.q === '' ? rest : { ...rest, q: read.q }, read.terms.length > 0 ? 'push' : 'replace')
  }
  const pause = useEffectEvent((text: string) => text.trim() !== q && commit(text, false))
  useEffect(() => {
    const timer = setTimeout(() => pause(draft), typingMs)
    return () => clearTimeout(timer)
  }, [draft])

  const remove = (term: Term) => setFilter(withTerms(filter, terms.filter((one) => one !== term)))
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit(draft, true)
    if (event.key === 'Escape') input.current?.blur()
    const last = chips.at(-1)
    if (event.key === 'Backspace' && draft === '' && last !== undefined) remove(last)
  }
  return (
    <div className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-1.5 rounded-md border border-line-strong px-1.5 py-0.5 focus-within:border-accent max-md:order-last max-md:basis-full">
      {chips.map((term) => (
        <Chip key={`${term.field}:${term.value}`} text={sayTerm(term)} onRemove={() => remove(term)} />
      ))}
      <input
        ref={input}
        data-filter
        type="text"
        aria-label="Filter the activity"
        placeholder="by:name, on:id, or any word…"
        value={draft}
        maxLength={200}
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
  )
}
