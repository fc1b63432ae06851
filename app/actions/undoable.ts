import { useSyncExternalStore } from 'react'

/** Something that was done a moment ago and can be taken back. It outlives the dialog and the page that it was done on. */
export type Undoable = { id: string; name: string; untilMs: number }

let offered: readonly Undoable[] = []
const listeners = new Set<() => void>()

function set(next: readonly Undoable[]) {
  offered = next
  for (const listener of listeners) listener()
}

export const offerUndo = (one: Undoable) => set([...offered.filter(({ id }) => id !== one.id), one])
export const withdrawUndo = (id: string) => set(offered.filter((one) => one.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const read = () => offered
const nothing: readonly Undoable[] = []

export const useUndoable = () => useSyncExternalStore(subscribe, read, () => nothing)
