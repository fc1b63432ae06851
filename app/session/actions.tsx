'use client'

import { useState } from 'react'
import { type SessionDetail, type SessionEnd } from '../../contract/sessions.ts'
import { Button } from '../ui/button.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { EndDialog } from './end-dialog.tsx'

/** Exactly what can be done with it now. The peek has room for one way to end it, the page for all. */
export function SessionActions({ detail, only }: { detail: SessionDetail; only?: SessionEnd }) {
  const { session, holds } = detail
  const [end, setEnd] = useState<SessionEnd | null>(null)
  const [deleting, setDeleting] = useState(false)
  if (session.status !== 'active') {
    return (
      <>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          Delete…
        </Button>
        <DeleteDialog session={session} open={deleting} onClose={() => setDeleting(false)} />
      </>
    )
  }
  return (
    <>
      {only === undefined && <Button onClick={() => setEnd('complete')}>Complete…</Button>}
      {only === undefined && <Button onClick={() => setEnd('merged')}>Merged…</Button>}
      <Button variant="danger" onClick={() => setEnd('abandoned')}>
        Abandon…
      </Button>
      <EndDialog session={session} holds={holds} end={end} onClose={() => setEnd(null)} />
    </>
  )
}
