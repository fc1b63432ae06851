'use client'

import { X } from 'lucide-react'
import { useEffect } from 'react'
import { sayError } from '../live/api-error.ts'
import { useUndoAbandon } from '../live/abandon.ts'
import { useTick } from '../live/ticker.ts'
import { Button } from '../ui/button.tsx'
import { type Undoable, useUndoable, withdrawUndo } from './undoable.ts'

const afterwardsMs = 4_000

/** At the foot of every page: what was just done, and the way back as long as there is one. */
export function UndoToasts() {
  const offered = useUndoable()
  return (
    <div role="status" aria-label="Just done" className="pointer-events-none fixed inset-x-0 bottom-3 z-20 grid justify-items-center gap-2 px-2">
      {offered.map((one) => (
        <Toast key={one.id} done={one} />
      ))}
    </div>
  )
}

function Toast({ done }: { done: Undoable }) {
  const undo = useUndoAbandon(done.id)
  const left = useTick((now) => Math.max(0, Math.ceil((done.untilMs - now) / 1000)))
  const settled = undo.isSuccess || undo.error !== null
  const over = left === 0 && !undo.isPending
  useEffect(() => {
    if (!over && !settled) return
    const timer = setTimeout(() => withdrawUndo(done.id), settled ? afterwardsMs : 0)
    return () => clearTimeout(timer)
  }, [over, settled, done.id])
  return (
    <div data-testid="undo-toast" className="pointer-events-auto flex max-w-[min(640px,100%)] items-center gap-3 rounded-lg border border-line-strong bg-panel py-2 pr-2 pl-3.5">
      <p className="min-w-0 flex-1">
        {undo.isSuccess ? (
          `${done.name} is active again, with what it held.`
        ) : undo.error !== null ? (
          <span className="text-dead">{sayError(undo.error).message}</span>
        ) : (
          <>
            Abandoned <strong className="font-semibold">{done.name}</strong>. What it held goes on to others when the time is up.
          </>
        )}
      </p>
      {!settled && (
        <Button size="sm" disabled={undo.isPending || left === 0} onClick={() => undo.mutate()}>
          {undo.isPending ? 'Undoing…' : 'Undo'}{' '}
          <span aria-hidden className="text-faint">
            {left} s
          </span>
        </Button>
      )}
      <Button variant="ghost" size="icon" aria-label="Put this note away" onClick={() => withdrawUndo(done.id)}>
        <X size={13} aria-hidden />
      </Button>
    </div>
  )
}
