import { useSyncExternalStore } from 'react'

/** What the frame itself can lay over a page. One at a time. */
export type Overlay = 'palette' | 'keys'

let opened: Overlay | null = null
const listeners = new Set<() => void>()

export function openOnly(overlay: Overlay | null) {
  if (overlay === opened) return
  opened = overlay
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useOpened = () => useSyncExternalStore(subscribe, () => opened, () => null)
