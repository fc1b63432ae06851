'use client'

import { type FormEvent, useState } from 'react'
import { type Session, type SessionEnd } from '../../contract/sessions.ts'
import { sayError } from '../live/api-error.ts'
import { useEndSession } from '../live/sessions.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { sayBy } from './words.ts'

const verbs: Record<SessionEnd, { title: string; button: string; says: string }> = {
  complete: { title: 'Complete', button: 'Complete it', says: 'Its work is done.' },
  merged: { title: 'Mark as merged', button: 'Mark as merged', says: 'Its work is done and merged.' },
  abandoned: { title: 'Abandon', button: 'Abandon it', says: 'Its work is given up.' },
}

type EndDialogProps = { session: Session; holds: readonly { thread: string }[]; end: SessionEnd | null; onClose: () => void }

/** Ending can't be taken back, so it says what it frees and asks once. */
export function EndDialog({ session, holds, end, onClose }: EndDialogProps) {
  const [reason, setReason] = useState('')
  const ending = useEndSession(session.id)
  const verb = verbs[end ?? 'complete']
  const close = () => {
    ending.reset()
    setReason('')
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (end === null) return
    ending.mutate({ status: end, reason: reason.trim() }, { onSuccess: close })
  }
  if (end !== null && session.status !== 'active' && !ending.isPending && !ending.isSuccess)
    return (
      <Dialog open onClose={close} title={`${verb.title}: ${session.name}`}>
        <div data-testid="already-done" className="grid gap-3">
          <Notice
            title={`Already ${session.status}${session.endedBy === null ? '' : ` by ${sayBy(session.endedBy)}`}.`}
            hint={session.endReason === null ? 'Nothing was changed.' : `The reason given: ${session.endReason}. Nothing was changed.`}
          />
          <div className="flex justify-end">
            <Button onClick={close}>Close</Button>
          </div>
        </div>
      </Dialog>
    )
  return (
    <Dialog open={end !== null} onClose={close} title={`${verb.title}: ${session.name}`}>
      <form onSubmit={submit} className="grid gap-3">
        <p className="text-dim">
          {verb.says} The session ends for good, and the agent learns it at its next contact.{' '}
          {holds.length === 0 ? 'It holds no thread.' : 'Freed at once:'}
        </p>
        {holds.length > 0 && (
          <ul className="font-mono text-sm">
            {holds.map(({ thread }) => (
              <li key={thread}>{thread}</li>
            ))}
          </ul>
        )}
        <Field label="Reason (kept with the session)" required maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        {ending.isError && <Notice tone="bad" title={sayError(ending.error).message} hint={sayError(ending.error).hint} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant={end === 'abandoned' ? 'danger' : 'primary'} disabled={ending.isPending || reason.trim() === ''}>
            {ending.isPending ? 'Ending…' : verb.button}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
