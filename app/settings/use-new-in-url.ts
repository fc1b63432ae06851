'use client'

import { usePathname, useSearchParams } from 'next/navigation'

/** `?new` in the address opens the section's dialog, so that the palette and a link can lead to it. */
export function useNewInUrl() {
  const open = useSearchParams().has('new')
  const path = usePathname()
  return {
    open,
    show: () => window.history.pushState(null, '', `${path}?new`),
    hide: () => open && window.history.replaceState(null, '', path),
  }
}
