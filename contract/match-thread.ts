import { type ListThreads, type Thread } from './threads.ts'

export type ThreadFilter = Pick<ListThreads, 'workspace' | 'state' | 'q'>

const states: Record<NonNullable<ThreadFilter['state']>, (thread: Thread) => boolean> = {
  owned: ({ owner }) => owner !== null,
  free: ({ owner }) => owner === null,
  dead_owner: ({ owner }) => owner?.verdict === 'dead',
  waited_for: ({ waiting }) => waiting > 0,
}

/** Who an operator abandoned is no owner to look for, though nobody else gets the thread yet. */
function hasWords({ name, owner }: Thread, q: string): boolean {
  const text = (owner === null || owner.undoUntil !== null ? [name] : [name, owner.name, owner.sessionId]).join('\n').toLowerCase()
  return q.toLowerCase().split(/\s+/).every((word) => text.includes(word))
}

/** The filter of listThreads, said for one thread: whether one that changed belongs in a list that is on screen. */
export const matchThread = (thread: Thread, { workspace, state, q }: ThreadFilter): boolean =>
  (workspace === undefined || thread.workspace === workspace) && (state === undefined || states[state](thread)) && hasWords(thread, q ?? '')
