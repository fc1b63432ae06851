import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { type ThreadFilter } from '../../contract/match-thread.ts'
import { type SetAnchor, type TakeOverThread, type Thread } from '../../contract/threads.ts'
import { call } from './api.ts'
import { type Live } from './live.ts'
import { useLive } from './live-room.tsx'
import { noteServerTime, serverTime } from './server-clock.ts'
import { threadKeys, type ThreadList, threadLists, type ShownThread } from './thread-list.ts'
import { useLiveList } from './use-live-list.ts'

const pageSize = 200
const recountEveryMs = 2_000
/** Refusals are counted apart, and announced to nobody. */
const rereadEveryMs = 5_000

async function takePage(live: Live, filter: ThreadFilter, cursor: string | undefined, signal?: AbortSignal) {
  const asked = { arrivals: live.threads.arrivals, at: performance.now() }
  const page = await call('listThreads', { query: { ...filter, cursor, limit: pageSize } }, signal)
  noteServerTime(page.serverNow, asked.at, performance.now())
  if (cursor === undefined) live.cover('threads', asked.at, page.feed)
  return (list: ThreadList | null) => threadLists.addPage(list, page, filter, live.threads, asked)
}

/** The threads that fit, as far down as they were asked for, kept right by the feed while the page is open. */
export function useThreadList(filter: ThreadFilter) {
  const live = useLive()
  useEffect(() => live.want('threads'), [live])
  const take = useCallback((cursor: string | undefined, signal?: AbortSignal) => takePage(live, filter, cursor, signal), [live, filter])
  // Nobody is in the room while the page is closed, so what the cache kept is old.
  return useLiveList(threadKeys.list(filter), take, { staleTime: 0 })
}

/** One thread with its line and its owners. What hangs off it is read again when its row changes. */
export function useThread(id: string) {
  const live = useLive()
  const shown = useQuery({
    queryKey: threadKeys.detail(id),
    queryFn: async ({ signal }): Promise<ShownThread> => {
      const askedAt = performance.now()
      const detail = await call('readThread', { params: { id } }, signal)
      noteServerTime(detail.serverNow, askedAt, performance.now())
      return { ...detail, thread: live.threads.settle(detail.thread, Date.parse(detail.serverNow), askedAt) ?? detail.thread, askedAt }
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? false : rereadEveryMs),
    refetchOnWindowFocus: true,
  })
  useEffect(() => live.want(`thread:${id}`), [live, id])
  const { feed, askedAt } = shown.data ?? {}
  useEffect(() => {
    if (feed !== undefined && askedAt !== undefined) live.cover(`thread:${id}`, askedAt, feed)
  }, [live, id, feed, askedAt])
  return shown
}

/** How many threads have an owner. Sessions tell in the fleet's room what they hold, so this needs no room of its own. */
export function useOwnedThreads() {
  const live = useLive()
  const queries = useQueryClient()
  const count = useQuery({
    queryKey: threadKeys.owned,
    queryFn: async ({ signal }) => (await call('listThreads', { query: { state: 'owned', limit: 1 } }, signal)).total,
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = live.onNews((news) => {
      const moved = news.some(({ before, after }) => before === undefined || before?.holds.length !== after?.holds.length || before?.status !== after?.status)
      if (!moved || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: threadKeys.owned }, { cancelRefetch: false })
      }, recountEveryMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [live, queries])
  return count.data ?? undefined
}

/** Whether there was ever a thread: an empty list has two reasons. */
export function useAnyThread(enabled: boolean) {
  return useQuery({
    queryKey: threadKeys.any,
    queryFn: async ({ signal }) => (await call('listThreads', { query: { limit: 1 } }, signal)).items.length > 0,
    enabled,
    staleTime: 0,
  })
}

/** What the server answered is shown at once; the feed will say the same. */
function useTellThread(id: string) {
  const live = useLive()
  return (thread: Thread) => live.tellThread(live.threads.take({ id, version: thread.version, body: thread }, serverTime(), performance.now(), 'feed'))
}

export function useTakeOver(id: string) {
  const tell = useTellThread(id)
  return useMutation({ mutationFn: (body: TakeOverThread) => call('takeOverThread', { params: { id }, body }), onSuccess: tell })
}

export function useSetAnchor(id: string) {
  const tell = useTellThread(id)
  return useMutation({ mutationFn: (body: SetAnchor) => call('setThreadAnchor', { params: { id }, body }), onSuccess: tell })
}
