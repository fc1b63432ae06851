'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { type AbandonPreview } from '../../contract/sessions.ts'
import { useAbandon, useAbandonPreview } from '../live/abandon.ts'
import { ApiError, sayError } from '../live/api-error.ts'
import { Age } from '../session/age.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { offerUndo } from './undoable.ts'

type AbandonDialogProps = { id: string; name: string; open: boolean; onClose: () => void }

/** What it frees and whom that concerns, a reason, and then ten seconds in which it can be taken back (OPS-1, OPS-6). */
export function AbandonDialog({ id, name, open, onClose }: AbandonDialogProps) {
  const preview = useAbandonPreview(id, open)
  const abandon = useAbandon(id)
  const [reason, setReason] = useState('')
  const [now, setNow] = useState(false)
  const close = () => {
    abandon.reset()
    setReason('')
    setNow(false)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    abandon.mutate(
      { reason: reason.trim(), now },
      {
        onSuccess: ({ session, first }) => {
          if (!first) return
          if (session.undoUntil !== null) offerUndo({ id, name, untilMs: Date.parse(session.undoUntil) })
          close()
        },
      },
    )
  }
  const before = abandon.data?.first === false ? abandon.data.session : null
  const late = preview.error instanceof ApiError && preview.error.code === 'session_ended'
  const undoS = Math.round((preview.data?.undoWindowMs ?? 10_000) / 1000)
  return (
    <Dialog open={open} onClose={close} title={`Abandon: ${name}`} look="wide">
      {before !== null || late ? (
        <div data-testid="already-done" className="grid gap-3">
          <Notice
            title={before === null ? sayError(preview.error).message : `Already abandoned by ${before.endedBy ?? 'somebody else'}.`}
            hint={before?.endReason === null || before === null ? 'Nothing was changed.' : `The reason given: ${before.endReason}. Nothing was changed.`}
          />
          <div className="flex justify-end">
            <Button onClick={close}>Close</Button>
          </div>
        </div>
      ) : (
        <form onSubmit={submit} className="grid gap-3">
          {preview.data !== undefined ? (
            <Frees preview={preview.data} now={now} />
          ) : preview.error !== null ? (
            <Notice tone="bad" title={sayError(preview.error).message} hint={sayError(preview.error).hint} />
          ) : (
            <div role="status" aria-label="Loading what it would free">
              <Skeleton className="h-16" />
            </div>
          )}
          <Field label="Reason (kept with the session)" required maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
          <label className="flex items-center gap-2 text-dim">
            <input type="checkbox" checked={now} onChange={(event) => setNow(event.target.checked)} />
            At once, without the {undoS} s in which it can be undone
          </label>
          {abandon.isError && <Notice tone="bad" title={sayError(abandon.error).message} hint={sayError(abandon.error).hint} />}
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="danger" disabled={abandon.isPending || reason.trim() === '' || preview.data === undefined}>
              {abandon.isPending ? 'Abandoning…' : 'Abandon it'}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

function Frees({ preview: { session, threads, waitsFor, children, undoWindowMs }, now }: { preview: AbandonPreview; now: boolean }) {
  const undoS = Math.round(undoWindowMs / 1000)
  return (
    <div data-testid="abandon-preview" className="grid gap-2 text-dim">
      <p>
        Its work is given up, and the agent is told{session.liveness.connected ? ' at once' : ' at its next contact'}.{' '}
        {now ? 'What it holds is free at once. This can not be undone.' : `For ${undoS} s it can be undone; until then nobody else gets what it holds.`}
      </p>
      <List title={threads.length === 0 ? 'It holds no thread.' : 'Frees'}>
        {threads.map(({ workspace, thread, generation, since, next, waiting }) => (
          <li key={`${workspace}\n${thread}`}>
            <span className="font-mono text-sm text-text">{thread}</span> <span className="text-faint">#{generation}</span>, held for <Age since={since} />
            {next === null ? '. Nobody waits for it.' : `. ${next.name} waits for it and gets it next${waiting > 1 ? `; ${waiting - 1} more wait` : ''}.`}
          </li>
        ))}
      </List>
      {waitsFor.length > 0 && (
        <List title="Loses its place in line for">
          {waitsFor.map(({ workspace, thread }) => (
            <li key={`${workspace}\n${thread}`} className="font-mono text-sm text-text">
              {thread}
            </li>
          ))}
        </List>
      )}
      {children.length > 0 && <p>{children.length === 1 ? `Its child ${children[0]?.name} goes` : `Its ${children.length} children go`} on.</p>}
    </div>
  )
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="text-sm font-medium text-faint">{title}</p>
      <ul className="grid gap-0.5">{children}</ul>
    </div>
  )
}
