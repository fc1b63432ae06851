'use client'

import { type FormEvent, useState } from 'react'
import { type BulkPreview, maxBulk } from '../../contract/bulk.ts'
import { sayError } from '../live/api-error.ts'
import { useBulkPreview, useStartBulk, type Which } from '../live/bulk.ts'
import { sayCount } from '../session/words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showBulk } from './shown-bulk.ts'

type BulkDialogProps = { which: Which | null; says: string; onClose: () => void; onStarted: () => void }

/** One confirmation, with the number, for all of them (OPS-2). What is asked for is exactly what was shown. */
export function BulkDialog({ which, says, onClose, onStarted }: BulkDialogProps) {
  const preview = useBulkPreview(which)
  const start = useStartBulk()
  const [reason, setReason] = useState('')
  const close = () => {
    start.reset()
    setReason('')
    onClose()
  }
  const count = preview.data?.count
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (which === null || count === undefined) return
    start.mutate(
      { which, reason: reason.trim(), count: count.count },
      {
        onSuccess: (job) => {
          showBulk(job.id)
          onStarted()
          close()
        },
        // The number is another one by now: show that, and let it be confirmed again.
        onError: () => void preview.refetch(),
      },
    )
  }
  const many = count === undefined ? '' : sayCount(count)
  const tooMany = count !== undefined && (count.capped || count.count > maxBulk)
  return (
    <Dialog open={which !== null} onClose={close} title={count === undefined ? 'Abandon' : `Abandon ${many} ${count.count === 1 && !count.capped ? 'session' : 'sessions'}`} look="wide">
      <form onSubmit={submit} className="grid gap-3">
        <p className="text-dim">{says}</p>
        {preview.data !== undefined ? (
          <Frees preview={preview.data} />
        ) : preview.error !== null ? (
          <Notice tone="bad" title={sayError(preview.error).message} hint={sayError(preview.error).hint} />
        ) : (
          <div role="status" aria-label="Loading what it would free">
            <Skeleton className="h-16" />
          </div>
        )}
        {tooMany && <Notice tone="warn" title={`At most ${maxBulk.toLocaleString('en-US')} at once.`} hint="Filter further, and do it in parts." />}
        <Field label="Reason (kept with every session)" required maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        {start.isError && <Notice tone="bad" title={sayError(start.error).message} hint={sayError(start.error).hint} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="danger" disabled={start.isPending || reason.trim() === '' || count === undefined || count.count === 0 || tooMany}>
            {start.isPending ? 'Starting…' : `Abandon ${many || 'them'}`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Frees({ preview: { count, threads, waiters, sample } }: { preview: BulkPreview }) {
  const rest = count.count - sample.length
  return (
    <div data-testid="bulk-preview" className="grid gap-2 text-dim">
      <p>
        {threads === 0 ? 'They hold no thread.' : threads === 1 ? 'One thread becomes free.' : `${threads.toLocaleString('en-US')} threads become free.`}{' '}
        {waiters > 0 && `${waiters.toLocaleString('en-US')} wait in line for ${threads === 1 ? 'it' : 'them'}.`} They end one by one; you can stop it, and for a short time take it
        back.
      </p>
      <ul className="max-h-48 overflow-y-auto text-sm">
        {sample.map(({ id, name, thread }) => (
          <li key={id} className="truncate">
            <span className="text-text">{name}</span> <span className="font-mono text-faint">{thread}</span>
          </li>
        ))}
        {rest > 0 && (
          <li className="text-faint">
            and {rest.toLocaleString('en-US')}
            {count.capped ? '+' : ''} more
          </li>
        )}
      </ul>
    </div>
  )
}
