'use client'

import { useMemo, useState } from 'react'
import { type SessionFilter } from '../../contract/sessions.ts'
import { BulkDialog } from '../actions/bulk-dialog.tsx'
import { type Which } from '../live/bulk.ts'
import { useMay } from '../live/me.ts'
import { useOfferActions } from '../palette/offered.ts'
import { Button } from '../ui/button.tsx'
import { sayFilter } from './filter-terms.ts'

type SelectionBarProps = { ids: readonly string[]; filter: SessionFilter; onClear: () => void }

const mostIds = 1_000

/** What can be done with the selected rows, or with all that match: the palette offers that without a selection too. */
export function SelectionBar({ ids, filter, onClear }: SelectionBarProps) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const [which, setWhich] = useState<Which | null>(null)
  const may = useMay('startBulkAbandon')
  const all = useMemo((): Which => ({ filter: { ...filter, status: ['active'] } }), [filter])
  useOfferActions(
    useMemo(() => (may ? [{ id: 'abandon-all', name: 'Abandon all that match the filter…', words: 'bulk end many', run: () => setWhich(all) }] : []), [may, all]),
  )
  const copy = () =>
    navigator.clipboard
      .writeText(ids.join('\n'))
      .then(() => setCopied('yes'))
      .catch(() => setCopied('no'))
      .finally(() => setTimeout(() => setCopied(null), 1500))
  const says = which !== null && 'filter' in which ? `All that match ${sayFilter(which.filter)}, also those further down than what is loaded.` : 'Those that you selected.'
  return (
    <>
      {ids.length > 0 && (
        <div data-testid="selection" className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-t border-line bg-panel px-4 py-1 max-md:px-2">
          <span role="status" className="flex-1">
            {ids.length.toLocaleString('en-US')} selected
          </span>
          {may && (
            <>
              <Button size="sm" variant="danger" disabled={ids.length > mostIds} onClick={() => setWhich({ ids: [...ids] })}>
                Abandon {ids.length.toLocaleString('en-US')}…
              </Button>
              <Button size="sm" variant="danger" onClick={() => setWhich(all)}>
                Abandon all that match…
              </Button>
            </>
          )}
          <Button size="sm" onClick={() => void copy()}>
            {copied === 'yes' ? 'Copied' : copied === 'no' ? 'No clipboard here' : 'Copy ids'}
          </Button>
          <Button size="sm" variant="ghost" onClick={onClear}>
            Clear
          </Button>
        </div>
      )}
      <BulkDialog which={which} says={says} onClose={() => setWhich(null)} onStarted={onClear} />
    </>
  )
}
