'use client'

import { useState } from 'react'
import { Button } from '../ui/button.tsx'

export function SelectionBar({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const copy = () =>
    navigator.clipboard
      .writeText(ids.join('\n'))
      .then(() => setCopied('yes'))
      .catch(() => setCopied('no'))
      .finally(() => setTimeout(() => setCopied(null), 1500))
  return (
    <div data-testid="selection" className="flex h-11 shrink-0 items-center gap-2 border-t border-line bg-panel px-4 max-md:px-2">
      <span role="status" className="flex-1">
        {ids.length} selected
      </span>
      <Button size="sm" onClick={() => void copy()}>
        {copied === 'yes' ? 'Copied' : copied === 'no' ? 'No clipboard here' : 'Copy ids'}
      </Button>
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
