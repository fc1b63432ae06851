'use client'

import { useRouter } from 'next/navigation'
import { type Session } from '../../contract/sessions.ts'
import { sayError } from '../live/api-error.ts'
import { useDeleteSession } from '../live/sessions.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'

export function DeleteDialog({ session, open, onClose }: { session: Session; open: boolean; onClose: () => void }) {
  const router = useRouter()
  const deleting = useDeleteSession(session.id, () => router.push('/'))
  const confirm = () => deleting.mutate()
  return (
    <Dialog open={open} onClose={onClose} title={`Delete: ${session.name}`}>
      <p className="text-dim">The session and what hangs off it are removed now. This can't be taken back.</p>
      {deleting.isError && <Notice tone="bad" title={sayError(deleting.error).message} hint={sayError(deleting.error).hint} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" disabled={deleting.isPending} onClick={confirm}>
          {deleting.isPending ? 'Deleting…' : 'Delete it'}
        </Button>
      </div>
    </Dialog>
  )
}
