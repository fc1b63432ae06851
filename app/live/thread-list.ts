import { matchThread, type ThreadFilter } from '../../contract/match-thread.ts'
import { type Thread, type ThreadDetail } from '../../contract/threads.ts'
import { keepLists, type LiveList } from './live-list.ts'

export type ThreadList = LiveList<Thread>
/** A detail with the moment that it was asked for, which decides whether its room covers it. */
export type ShownThread = ThreadDetail & { askedAt: number }

/** Each begins with the name of the room that it rests on. */
export const threadKeys = {
  lists: ['threads', 'list'] as const,
  list: (filter: ThreadFilter) => ['threads', 'list', filter] as const,
  owned: ['threads', 'owned'] as const,
  any: ['threads', 'any'] as const,
  detail: (id: string) => [`thread:${id}`] as const,
}

/** Last reserved first; what was never reserved comes last. */
export const threadLists = keepLists<Thread, ThreadFilter>({
  at: ({ reservedAt }) => (reservedAt === null ? -Infinity : Date.parse(reservedAt)),
  fits: matchThread,
})
