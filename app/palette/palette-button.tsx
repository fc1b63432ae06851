'use client'

import { Search } from 'lucide-react'
import { openOnly } from '../frame/opened.ts'
import { Button } from '../ui/button.tsx'
import { useShortcut } from './use-shortcut.ts'

export function PaletteButton() {
  const shortcut = useShortcut()
  return (
    <Button onClick={() => openOnly('palette')} aria-label="Go anywhere, do anything" aria-keyshortcuts="Control+K Meta+K" title={`Go anywhere, do anything (${shortcut})`} className="text-dim">
      <Search size={13} aria-hidden className="md:hidden" />
      <span aria-hidden className="text-sm max-md:hidden">
        {shortcut}
      </span>
    </Button>
  )
}
