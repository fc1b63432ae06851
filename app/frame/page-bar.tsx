import { type ReactNode } from 'react'
import { PaletteButton } from '../palette/palette-button.tsx'

/** The line on top of every page but the fleet, which has its filter there: where this is, and the way to everything else. */
export function PageBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-4 max-md:px-3">
      <div className="flex min-w-0 flex-1 items-center gap-1.5">{children}</div>
      <PaletteButton />
    </div>
  )
}
