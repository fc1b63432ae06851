'use client'

import { type FormEvent, useState } from 'react'
import { type Session } from '../../contract/sessions.ts'
import { type Thread, type ThreadDetail } from '../../contract/threads.ts'
import { useAbandonPreview } from '../live/abandon.ts'
import { sayError } from '../live/api-error.ts'
import { useTakeOver } from '../live/threads.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { OwnerCard } from './owner-card.tsx'
import { SessionPicker } from './session-picker.tsx'

type TakeOverProps = { detail: ThreadDetail; open: boolean; onClose: () => void }

export function TakeOverDialog({ detail, open, onClose }: TakeOverProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Take over: ${detail.thread.name}`} look="wide">
      <TakeOver detail={detail} onClose={onClose} />
    </Dialog>
  )
}

/** Who holds it and how alive, what happens, for whom, and why (RSV-11). What was seen is what is taken: a newer owner is shown first. */
function TakeOver({ detail: { thread, waiters }, onClose }: Omit<TakeOverProps, 'open'>) {
  const [seen, setSeen] = useState(thread.generation)
  const [picking, setPicking] = useState(false)
  const [picked, setPicked] = useState<Session | null>(null)
  const [reason, setReason] = useState('')
  const taking = useTakeOver(thread.id)
  const moved = thread.generation !== seen || thread.owner === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    taking.mutate({ generation: seen, reason: reason.trim(), ...(picking && picked !== null ? { sessionId: picked.id } : {}) }, { onSuccess: onClose })
  }
  if (moved && !taking.isSuccess)
    return (
      <div data-testid="already-done" className="grid gap-3">
        <Notice
          title={thread.owner === null ? 'It is free by now.' : `It has another owner by now: ${thread.owner.name}, #${thread.generation}.`}
          hint={thread.owner === null ? 'Nobody has to be taken from. Nothing was changed.' : 'Nothing was changed. Look at who has it now before you decide.'}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          {thread.owner !== null && <Button onClick={() => setSeen(thread.generation)}>Look at it</Button>}
        </div>
      </div>
    )
  return (
    <form onSubmit={submit} className="grid gap-3">
      <OwnerCard thread={thread} />
      <WhatHappens thread={thread} />
      <fieldset className="grid gap-1">
        <legend className="text-sm text-dim">Who gets it</legend>
        <label className="flex items-center gap-2">
          <input type="radio" name="for" checked={!picking} onChange={() => setPicking(false)} />
          {waiters[0] === undefined ? 'Nobody: it becomes free' : `${waiters[0].name}, who waits first`}
        </label>
        <label className="flex items-center gap-2">
          <input type="radio" name="for" checked={picking} onChange={() => setPicking(true)} />A session of my choice
        </label>
      </fieldset>
      {picking && <SessionPicker workspace={thread.workspace} except={thread.owner?.sessionId ?? null} picked={picked} onPick={setPicked} />}
      <Field label="Reason (told to the agent that loses it)" required maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
      {taking.isError && <Notice tone="bad" title={sayError(taking.error).message} hint={sayError(taking.error).hint} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="danger" disabled={taking.isPending || reason.trim() === '' || (picking && picked === null)}>
          {taking.isPending ? 'Taking over…' : 'Take it over'}
        </Button>
      </div>
    </form>
  )
}

function WhatHappens({ thread: { owner, name, workspace } }: { thread: Thread }) {
  const preview = useAbandonPreview(owner?.sessionId ?? '', owner !== null && owner.status === 'active')
  const others = preview.data?.threads.filter((held) => held.workspace !== workspace || held.thread !== name) ?? []
  if (owner === null) return null
  return (
    <div data-testid="what-happens" className="text-dim">
      <p>
        {owner.status === 'active' ? `${owner.name} is abandoned at once and told why. ` : ''}This can not be undone. A write that it still tries is refused.
      </p>
      {others.length > 0 && (
        <p>
          It also loses{' '}
          {others.map((held, place) => (
            <span key={`${held.workspace}\n${held.thread}`}>
              {place > 0 && ', '}
              <span className="font-mono text-sm text-text">{held.thread}</span>
            </span>
          ))}
          .
        </p>
      )}
    </div>
  )
}
