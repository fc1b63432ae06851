'use client'

import { type Person } from '../../../contract/people.ts'
import { sayError } from '../../live/api-error.ts'
import { type useMakePersonLink } from '../../live/people.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ShownLink } from './shown-link.tsx'

type LinkDialogProps = { person: Person; open: boolean; attempt: ReturnType<typeof useMakePersonLink>; onClose: () => void }

export function LinkDialog({ person, open, attempt, onClose }: LinkDialogProps) {
  const made = attempt.data
  const close = () => {
    attempt.reset()
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={made === undefined ? `A new link for ${person.name}?` : `A link for ${person.name}`} look={made === undefined ? 'box' : 'wide'}>
      {made !== undefined ? (
        <ShownLink made={made} onClose={close} />
      ) : (
        <>
          <p className="text-dim">With it they choose a new password. A link made before stops working now.</p>
          {attempt.error !== null && <Notice tone="bad" title={sayError(attempt.error).message} hint={sayError(attempt.error).hint} />}
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" disabled={attempt.isPending} onClick={() => attempt.mutate()}>
              {attempt.isPending ? 'Making…' : 'Make the link'}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
