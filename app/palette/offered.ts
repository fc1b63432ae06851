import { useEffect, useSyncExternalStore } from 'react'

/** Something that can be done from where the person is; run by the palette. */
export type Action = { id: string; name: string; words?: string; run: () => void }

let offered: readonly Action[] = []
const byOwner = new Map<object, readonly Action[]>()
const listeners = new Set<() => void>()

function publish() {
  offered = [...byOwner.values()].flat()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** As long as its component is on the page, the palette offers these. The list must keep its identity between renders. */
export function useOfferActions(actions: readonly Action[]) {
  useEffect(() => {
    byOwner.set(actions, actions)
    publish()
    return () => {
      byOwner.delete(actions)
      publish()
    }
  }, [actions])
}

export const useOfferedActions = () => useSyncExternalStore(subscribe, () => offered, () => offered)
