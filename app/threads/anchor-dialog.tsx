'use client'

import { type FormEvent, useState } from 'react'
import { type Thread } from '../../contract/threads.ts'
import { sayError } from '../live/api-error.ts'
import { useSetAnchor } from '../live/threads.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'

type AnchorProps = { thread: Thread; open: boolean; onClose: () => void }

export function AnchorDialog({ thread, open, onClose }: AnchorProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Set the anchor: ${thread.name}`}>
      <AnchorForm thread={thread} onClose={onClose} />
    </Dialog>
  )
}

function AnchorForm({ thread, onClose }: Omit<AnchorProps, 'open'>) {
  const [anchor, setAnchor] = useState(thread.anchor ?? '')
  const [reason, setReason] = useState('')
  const setting = useSetAnchor(thread.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setting.mutate({ anchor: anchor.trim() === '' ? null : anchor.trim(), reason: reason.trim() }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <p className="text-dim">The state that the next owner builds on. Whoever reserves with another one in mind is refused, and told both.</p>
      <Field label="Anchor" note="A commit, for example. Empty: none." maxLength={200} value={anchor} spellCheck={false} onChange={(event) => setAnchor(event.target.value)} />
      <Field label="Reason" required maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
      {setting.isError && <Notice tone="bad" title={sayError(setting.error).message} hint={sayError(setting.error).hint} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={setting.isPending || reason.trim() === ''}>
          {setting.isPending ? 'Setting…' : 'Set it'}
        </Button>
      </div>
    </form>
  )
}
