'use client'

import { type CappedCount } from '../../contract/sessions.ts'
import { type z } from 'zod'
import { mostLoaded } from '../live/sessions.ts'
import { sayCount } from '../session/words.ts'
import { Button } from '../ui/button.tsx'
import { type Folds } from './view-url.ts'

type FoldBarProps = { loaded: number; total: z.infer<typeof CappedCount> | null; complete: boolean; folds: Folds; foldAll: (all: boolean) => void }

/** Below a grouped list: how much of it is here, and folding all of it at once. */
export function FoldBar({ loaded, total, complete, folds, foldAll }: FoldBarProps) {
  const many = loaded.toLocaleString('en-US')
  return (
    <div className="flex h-8 shrink-0 items-center gap-2 border-t border-line px-4 text-sm text-dim max-md:px-2">
      <span role="status" data-testid="loaded" data-complete={complete} className="flex-1">
        {complete
          ? `${many} sessions`
          : loaded >= mostLoaded
            ? `Grouped are the newest ${many}. Filter to see the others.`
            : `Loading ${many}${total === null ? '' : ` of ${sayCount(total)}`}…`}
      </span>
      <Button size="sm" variant="ghost" onClick={() => foldAll(!folds.all)}>
        {folds.all ? 'Unfold all' : 'Fold all'}
      </Button>
    </div>
  )
}
