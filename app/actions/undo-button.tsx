'use client'

import { type Session } from '../../contract/sessions.ts'
import { useUndoAbandon } from '../live/abandon.ts'
import { sayError } from '../live/api-error.ts'
import { useMay } from '../live/me.ts'
import { useTick } from '../live/ticker.ts'
import { Button } from '../ui/button.tsx'

/** For whoever comes by inside the window, not only for who abandoned it. */
export function UndoButton({ session }: { session: Session }) {
  const may = useMay('undoAbandon')
  const undo = useUndoAbandon(session.id)
  const until = session.undoUntil === null ? 0 : Date.parse(session.undoUntil)
  const left = useTick((now) => Math.max(0, Math.ceil((until - now) / 1000)))
  if (undo.error !== null && session.status !== 'active') return <span role="alert" className="text-sm text-dead">{sayError(undo.error).message}</span>
  if (!may || left === 0 || session.status === 'active') return null
  return (
    <Button disabled={undo.isPending} onClick={() => undo.mutate()}>
      {undo.isPending ? 'Undoing…' : 'Undo the abandonment'}{' '}
      <span aria-hidden className="text-faint">
        {left} s
      </span>
    </Button>
  )
}
