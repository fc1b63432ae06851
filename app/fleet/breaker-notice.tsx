'use client'

import { type FormEvent, useState } from 'react'
import { type Breaker } from '../../contract/liveness.ts'
import { sayError } from '../live/api-error.ts'
import { useClearBreaker } from '../live/fleet-history.ts'
import { useMay } from '../live/me.ts'
import { Age } from '../session/age.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'

/** Many died of silence at once: more likely a network than they. Nobody is abandoned for it until a person looked (LIV-10). */
export function BreakerNotice({ breaker }: { breaker: Breaker }) {
  const mayClear = useMay('clearBreaker')
  const [open, setOpen] = useState(false)
  return (
    <div role="alert" data-testid="breaker" className="flex flex-wrap items-center gap-3 border-b border-waiting/40 bg-waiting-weak px-4 py-1.5 text-sm max-md:px-2">
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">
          {breaker.dead.toLocaleString('en-US')} of {breaker.active.toLocaleString('en-US')} agents fell silent at once
        </strong>
        {breaker.trippedAt !== null && (
          <>
            , <Age since={breaker.trippedAt} suffix=" ago" />
          </>
        )}
        . Nobody is abandoned for missed beats until somebody has looked. Who comes back goes on as before.
      </p>
      {mayClear && (
        <Button size="sm" onClick={() => setOpen(true)}>
          They are dead…
        </Button>
      )}
      <ClearDialog open={open} onClose={() => setOpen(false)} />
    </div>
  )
}

function ClearDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const clear = useClearBreaker()
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    clear.mutate(reason.trim(), { onSuccess: onClose })
  }
  return (
    <Dialog open={open} onClose={onClose} title="Let the dead be abandoned again">
      <form onSubmit={submit} className="grid gap-3">
        <p className="text-dim">You have looked, and they are really gone. Their threads go to whoever asks next, and after the grace period they are abandoned.</p>
        <Field label="Reason" required maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        {clear.isError && <Notice tone="bad" title={sayError(clear.error).message} hint={sayError(clear.error).hint} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" disabled={clear.isPending || reason.trim() === ''}>
            {clear.isPending ? 'Clearing…' : 'They are dead'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
