import { type QueryClient } from '@tanstack/react-query'
import { type ThreadFilter } from '../../contract/match-thread.ts'
import { type Room } from '../../contract/realtime.ts'
import { type SessionFilter } from '../../contract/sessions.ts'
import { type Thread } from '../../contract/threads.ts'
import { applyNews, type SessionList } from './apply-changes.ts'
import { type News } from './ledger.ts'
import { sessionKeys, type ShownSession } from './session-keys.ts'
import { threadKeys, type ThreadList, threadLists, type ShownThread } from './thread-list.ts'

/** Puts news into every list and detail that the cache holds, on screen or not. */
export function patchSessions(queries: QueryClient, news: readonly News[]) {
  for (const [key, list] of queries.getQueriesData<SessionList>({ queryKey: sessionKeys.lists })) {
    if (list === undefined) continue
    const patched = applyNews(list, news, key[2] as SessionFilter)
    if (patched !== list) queries.setQueryData(key, patched)
  }
  for (const { id, after } of news) {
    const key = sessionKeys.detail(id)
    const shown = queries.getQueryData<ShownSession>(key)
    if (shown === undefined) continue
    queries.setQueryData<ShownSession>(key, after === null ? { ...shown, gone: true } : { ...shown, session: after })
    // What hangs off a session is not in its change row, so it is read again.
    if (after !== null && after.version !== shown.session.version) void queries.invalidateQueries({ queryKey: key })
  }
}

/** The same for threads; what hangs off one is not in its change row either. */
export function patchThreads(queries: QueryClient, news: readonly News<Thread>[]) {
  for (const [key, list] of queries.getQueriesData<ThreadList>({ queryKey: threadKeys.lists })) {
    if (list === undefined) continue
    const patched = threadLists.applyNews(list, news, key[2] as ThreadFilter)
    if (patched !== list) queries.setQueryData(key, patched)
  }
  for (const { id, after } of news) {
    const key = threadKeys.detail(id)
    const shown = queries.getQueryData<ShownThread>(key)
    if (shown === undefined || after === null) continue
    queries.setQueryData<ShownThread>(key, { ...shown, thread: after })
    if (after.version !== shown.thread.version) void queries.invalidateQueries({ queryKey: key }, { cancelRefetch: false })
  }
}

const isJudgedAnew = ({ before, after }: News) =>
  before == null || after === null || before.status !== after.status || before.progress !== after.progress || before.liveness.reason !== after.liveness.reason

/** A thread is announced when it changes hands; how its owner fares between is told by the owner's own row. */
export function patchOwners(queries: QueryClient, news: readonly News[]) {
  const judged = new Map(news.filter(isJudgedAnew).flatMap(({ id, after }) => (after === null ? [] : [[id, after] as const])))
  if (judged.size === 0) return
  const refresh = (thread: Thread): Thread | null => {
    const session = thread.owner === null ? undefined : judged.get(thread.owner.sessionId)
    // Who has ended hands its threads on, which is told by themselves.
    if (thread.owner === null || session === undefined || session.status !== 'active' || thread.owner.status !== 'active') return null
    const { progress, liveness: { verdict, reason, since } } = session
    return { ...thread, owner: { ...thread.owner, verdict, reason, since, progress } }
  }
  for (const [key, list] of queries.getQueriesData<ThreadList>({ queryKey: threadKeys.lists })) {
    const moved = list?.rows.flatMap((thread) => refresh(thread) ?? []) ?? []
    if (list === undefined || moved.length === 0) continue
    const told = moved.map((after) => ({ id: after.id, before: undefined, after, arrival: 0 }))
    queries.setQueryData(key, threadLists.applyNews(list, told, key[2] as ThreadFilter))
  }
  for (const [key, shown] of queries.getQueriesData<ShownThread>({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('thread:') })) {
    const thread = shown === undefined ? null : refresh(shown.thread)
    if (shown !== undefined && thread !== null) queries.setQueryData<ShownThread>(key, { ...shown, thread })
  }
}

/** What rests on a room in the cache: but for those of sessions, queries begin with the room's name. */
const keyOf = (room: Room): readonly unknown[] =>
  room === 'fleet' ? sessionKeys.all : room.startsWith('session:') ? sessionKeys.detail(room.slice('session:'.length)) : [room]

/** The feed can't say what we missed: everything that rests on this room is read again, from its first page. */
export async function retakeSnapshots(queries: QueryClient, room: Room) {
  const queryKey = keyOf(room)
  await queries.cancelQueries({ queryKey })
  queries.removeQueries({ queryKey, type: 'inactive' })
  await queries.invalidateQueries({ queryKey })
}
