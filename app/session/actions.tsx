'use client'

import { useMemo, useState } from 'react'
import { type SessionDetail, type SessionEnd } from '../../contract/sessions.ts'
import { AbandonDialog } from '../actions/abandon-dialog.tsx'
import { UndoButton } from '../actions/undo-button.tsx'
import { useMay } from '../live/me.ts'
import { useOfferActions } from '../palette/offered.ts'
import { Button } from '../ui/button.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { EndDialog } from './end-dialog.tsx'

const ends: readonly { end: SessionEnd; says: string }[] = [
  { end: 'complete', says: 'Complete…' },
  { end: 'merged', says: 'Merged…' },
  { end: 'abandoned', says: 'Abandon…' },
]

/** Exactly what can be done with it now, by this person. The peek has room for one way to end it, the page for all. */
export function SessionActions({ detail, only }: { detail: SessionDetail; only?: SessionEnd }) {
  const { session, holds } = detail
  const [end, setEnd] = useState<SessionEnd | null>(null)
  const [deleting, setDeleting] = useState(false)
  const isActive = session.status === 'active'
  const mayEnd = useMay('abandonSession') && isActive
  const mayDelete = useMay('deleteSession') && !isActive
  const { name } = session
  useOfferActions(
    useMemo(
      () => [
        ...(mayEnd ? ends.map(({ end: how, says }) => ({ id: `end-${how}`, name: `${says.slice(0, -1)}: ${name}…`, words: 'end this session', run: () => setEnd(how) })) : []),
        ...(mayDelete ? [{ id: 'delete', name: `Delete: ${name}…`, words: 'remove this session', run: () => setDeleting(true) }] : []),
      ],
      [mayEnd, mayDelete, name],
    ),
  )
  return (
    <>
      {mayEnd &&
        ends
          .filter((one) => only === undefined || one.end === only)
          .map((one) => (
            <Button key={one.end} variant={one.end === 'abandoned' ? 'danger' : 'plain'} onClick={() => setEnd(one.end)}>
              {one.says}
            </Button>
          ))}
      {mayDelete && (
        <Button variant="danger" onClick={() => setDeleting(true)}>
          Delete…
        </Button>
      )}
      <UndoButton session={session} />
      <AbandonDialog id={session.id} name={name} open={end === 'abandoned'} onClose={() => setEnd(null)} />
      <EndDialog session={session} holds={holds} end={end === 'abandoned' ? null : end} onClose={() => setEnd(null)} />
      <DeleteDialog session={session} open={deleting} onClose={() => setDeleting(false)} />
    </>
  )
}
