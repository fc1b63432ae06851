'use client'

import { openOnly, useOpened } from '../frame/opened.ts'
import { useCommands } from '../frame/use-commands.ts'
import { Dialog } from '../ui/dialog.tsx'
import { PaletteBox } from './palette-box.tsx'

const close = () => openOnly(null)

/** Behind Ctrl K; and behind `/` where the page has nothing to filter. */
export function Palette() {
  const open = useOpened() === 'palette'
  useCommands({
    palette: () => {
      if (open) return close()
      if (document.querySelector('dialog[open]') !== null) return
      openOnly('palette')
    },
    filter: () => document.querySelector('[data-filter]') === null && openOnly('palette'),
  })
  return (
    <Dialog open={open} onClose={close} title="Go anywhere, do anything" look="top" bare>
      <PaletteBox onClose={close} />
    </Dialog>
  )
}
