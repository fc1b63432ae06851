import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { movesWithTime } from '../../contract/match-session.ts'
import { type EndSession, type SessionFilter, type SessionPage } from '../../contract/sessions.ts'
import { rereadAfter } from '../session/read-clocks.ts'
import { addPage, type SessionList } from './apply-changes.ts'
import { call } from './api.ts'
import { type Live } from './live.ts'
import { useLive } from './live-room.tsx'
import { noteServerTime, serverTime } from './server-clock.ts'
import { rereadEveryMs } from './session-counts.ts'
import { sessionKeys, type ShownSession } from './session-keys.ts'
import { useLiveList } from './use-live-list.ts'

const pageSize = 200
/** Where all of a list is wanted: fewer round trips, and still no long task in a browser. */
const largePageSize = 500
/** More rows than this are not gathered in a browser, whatever wants them all. */
export const mostLoaded = 20_000

async function takePage(live: Live, filter: SessionFilter, cursor: string | undefined, signal: AbortSignal | undefined, limit: number) {
  const asked = { arrivals: live.ledger.arrivals, at: performance.now() }
  const page: SessionPage = await call('listSessions', { query: { ...filter, cursor, limit } }, signal)
  noteServerTime(page.serverNow, asked.at, performance.now())
  if (cursor === undefined) live.cover('fleet', asked.at, page.feed)
  return (list: SessionList | null) => addPage(list, page, filter, live.ledger, asked)
}

/** The sessions that fit, as far down as they were asked for, kept right by the feed. all: to the end, page by page. */
export function useSessionList(filter: SessionFilter, all = false) {
  const live = useLive()
  const limit = all ? largePageSize : pageSize
  const take = useCallback(
    (cursor: string | undefined, signal?: AbortSignal) => takePage(live, filter, cursor, signal, cursor === undefined ? pageSize : limit),
    [live, filter, limit],
  )
  return useLiveList(sessionKeys.list(filter), take, { refetchInterval: movesWithTime(filter) ? rereadEveryMs : false, most: all && mostLoaded })
}

/** One session with what hangs off it. Beats are not pushed, so it is read again, the sooner the less time it has left. */
export function useSession(id: string) {
  const live = useLive()
  const shown = useQuery({
    queryKey: sessionKeys.detail(id),
    queryFn: async ({ signal }): Promise<ShownSession> => {
      const askedAt = performance.now()
      const detail = await call('readSession', { params: { id } }, signal)
      noteServerTime(detail.serverNow, askedAt, performance.now())
      const session = live.ledger.settle(detail.session, Date.parse(detail.serverNow), askedAt)
      return { ...detail, session: session ?? detail.session, askedAt, gone: session === null }
    },
    staleTime: 0,
    refetchInterval: ({ state: { status, data } }) =>
      status === 'error' || data === undefined || data.gone ? false : rereadAfter(data.session, serverTime()),
    // Nobody reads for a page that nobody sees: what it kept is old when somebody looks again.
    refetchOnWindowFocus: true,
  })
  useEffect(() => live.want(`session:${id}`), [live, id])
  const { feed, askedAt } = shown.data ?? {}
  useEffect(() => {
    if (feed !== undefined && askedAt !== undefined) live.cover(`session:${id}`, askedAt, feed)
  }, [live, id, feed, askedAt])
  return shown
}

export function useEndSession(id: string) {
  const live = useLive()
  return useMutation({
    mutationFn: (end: EndSession) => call('endSession', { params: { id }, body: end }),
    onSuccess: (session) =>
      live.tell(live.ledger.take({ id, version: session.version, body: session }, serverTime(), performance.now(), 'feed')),
  })
}

/** onDeleted is called also when the feed was quicker than the answer, and took what asked off the page. */
export function useDeleteSession(id: string, onDeleted: () => void) {
  return useMutation({ mutationFn: () => call('deleteSession', { params: { id } }), onSuccess: onDeleted })
}
