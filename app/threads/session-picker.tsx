'use client'

import { useId, useState } from 'react'
import { type Session } from '../../contract/sessions.ts'
import { sayError } from '../live/api-error.ts'
import { useFoundSessions } from '../palette/use-found-sessions.ts'
import { HarnessBadge } from '../session/harness-badge.tsx'
import { stateOf } from '../session/state.ts'
import { StateMark } from '../session/state-mark.tsx'

type PickerProps = { workspace: string; except: string | null; picked: Session | null; onPick: (session: Session | null) => void }

/** Active sessions of the workspace, found by name, id or thread; one is chosen as in any list of choices. */
export function SessionPicker({ workspace, except, picked, onPick }: PickerProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const { sessions, waiting, error } = useFoundSessions(typed, { workspace: [workspace], status: ['active'] })
  const found = sessions.filter((session) => session.id !== except)
  const shown = picked === null || found.some((session) => session.id === picked.id) ? found : [picked, ...found]
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm text-dim">
        Which session
      </label>
      <input
        id={id}
        type="text"
        value={typed}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        placeholder="by name, id or thread…"
        onChange={({ target }) => setTyped(target.value)}
        className="h-9 rounded-md border border-line-strong bg-bg px-2.5"
      />
      {shown.length > 0 && (
        <fieldset className="max-h-44 overflow-y-auto rounded-md border border-line">
          <legend className="sr-only">Sessions that fit</legend>
          {shown.map((session) => (
            <label key={session.id} className="flex h-8 items-center gap-2 border-b border-line px-2 last:border-b-0 has-checked:bg-accent-weak">
              <input type="radio" name={`${id}-picked`} checked={picked?.id === session.id} onChange={() => onPick(session)} />
              <HarnessBadge harness={session.harness} />
              <span className="min-w-0 flex-1 truncate">
                {session.name} <span className="font-mono text-sm text-faint">{session.thread}</span>
              </span>
              <StateMark state={stateOf(session)} />
            </label>
          ))}
        </fieldset>
      )}
      <p role="status" className="text-sm text-faint empty:hidden">
        {error !== null ? `Sessions could not be searched. ${sayError(error).message}` : waiting ? 'Looking…' : typed.trim() !== '' && found.length === 0 && 'No active session of this workspace fits.'}
      </p>
    </div>
  )
}
