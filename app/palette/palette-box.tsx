'use client'

import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { sayError } from '../live/api-error.ts'
import { HarnessBadge } from '../session/harness-badge.tsx'
import { stateOf } from '../session/state.ts'
import { StateMark } from '../session/state-mark.tsx'
import { threadState } from '../threads/owner-state.ts'
import { ThreadMark } from '../threads/thread-mark.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { type Action } from './offered.ts'
import { type Group, PaletteList } from './palette-list.tsx'
import { rank } from './rank.ts'
import { useEntries } from './use-entries.ts'
import { useFound } from './use-found.ts'

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  PageDown: (at, last) => Math.min(last, at + 8),
  PageUp: (at) => Math.max(0, at - 8),
}

export function PaletteBox({ onClose }: { onClose: () => void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { pages, actions } = useEntries()
  const found = useFound(typed)
  useEffect(() => {
    input.current?.focus()
  }, [])

  const groups: Group[] = [
    { title: 'Pages', entries: rank(pages, typed).map((entry) => ({ ...entry, shown: entry.name })) },
    { title: 'Actions', entries: rank(actions, typed).map((entry) => ({ ...entry, shown: entry.name })) },
    {
      title: 'Sessions',
      entries: found.sessions.map((session) => ({
        id: session.id,
        name: session.name,
        run: () => router.push(`/sessions/${session.id}`),
        shown: (
          <span className="flex min-w-0 flex-1 items-center gap-2">
            <HarnessBadge harness={session.harness} />
            <span className="min-w-0 flex-1 truncate">
              {session.name} <span className="font-mono text-sm text-faint">{session.thread}</span>
            </span>
            <StateMark state={stateOf(session)} />
          </span>
        ),
      })),
    },
    {
      title: 'Threads',
      entries: found.threads.map((thread) => ({
        id: thread.id,
        name: thread.name,
        run: () => router.push(`/threads/${thread.id}`),
        shown: (
          <span className="flex min-w-0 flex-1 items-center gap-2">
            <span className="min-w-0 flex-1 truncate">
              <span className="font-mono text-sm">{thread.name}</span> <span className="text-sm text-faint">{thread.owner?.name ?? thread.workspace}</span>
            </span>
            <ThreadMark state={threadState(thread)} />
          </span>
        ),
      })),
    },
  ].filter(({ entries }) => entries.length > 0)
  const flat = groups.flatMap(({ entries }) => entries)
  const active = flat[Math.min(at, flat.length - 1)]

  // The palette is gone and the focus is back before anything else may open.
  const run = (action: Action | undefined) => {
    if (action === undefined) return
    input.current?.closest('dialog')?.close()
    onClose()
    action.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined) setAt(step(Math.min(at, flat.length - 1), flat.length - 1))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(active)
    else return
    event.preventDefault()
  }
  return (
    <div className="flex max-h-[min(520px,76dvh)] flex-col">
      <div className="flex items-center gap-2 border-b border-line px-3">
        <input
          ref={input}
          role="combobox"
          aria-label="Go anywhere, do anything"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={active === undefined ? undefined : `${id}-${active.id}`}
          aria-autocomplete="list"
          placeholder="A page, an action, a session or a thread by any word of it…"
          value={typed}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
          className="h-11 min-w-0 flex-1 bg-transparent outline-none"
        />
        <span className="max-md:hidden">
          <Kbd>Esc</Kbd>
        </span>
      </div>
      <PaletteList id={id} groups={groups} active={active?.id} onRun={run} onPoint={(entry) => setAt(flat.findIndex((one) => one.id === entry))} />
      <p role="status" className="px-3 py-2 text-sm text-faint empty:hidden">
        {found.error !== null && typed.trim() !== ''
          ? `Sessions and threads could not be searched. ${sayError(found.error).message}`
          : found.waiting
            ? 'Looking for sessions and threads…'
            : flat.length === 0 && 'Nothing fits.'}
      </p>
    </div>
  )
}
