import { type ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd data-slot="kbd" className="rounded border border-line-strong px-1 font-mono text-xs text-faint">
      {children}
    </kbd>
  )
}
