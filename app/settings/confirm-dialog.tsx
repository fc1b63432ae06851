'use client'

import { type ReactNode } from 'react'
import { sayError } from '../live/api-error.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'

type ConfirmProps = {
  open: boolean
  title: string
  button: string
  doing: string
  attempt: { isPending: boolean; error: unknown; reset: () => void }
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Says what will happen, asks once, and stays open when it was refused. */
export function ConfirmDialog({ open, title, button, doing, attempt, onConfirm, onClose, children }: ConfirmProps) {
  const close = () => {
    attempt.reset()
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={title}>
      <div className="text-dim">{children}</div>
      {attempt.error !== null && <Notice tone="bad" title={sayError(attempt.error).message} hint={sayError(attempt.error).hint} />}
      <div className="flex justify-end gap-2">
        <Button onClick={close}>Cancel</Button>
        <Button variant="danger" disabled={attempt.isPending} onClick={onConfirm}>
          {attempt.isPending ? doing : button}
        </Button>
      </div>
    </Dialog>
  )
}
