import { useSyncExternalStore } from 'react'

/** The job whose progress this person looks at, whichever page they are on. */
let shown: string | null = null
const listeners = new Set<() => void>()

export function showBulk(id: string | null) {
  shown = id
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useShownBulk = () => useSyncExternalStore(subscribe, () => shown, () => null)
