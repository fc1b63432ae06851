import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { matchSession, movesWithTime, needsYou } from '../../contract/match-session.ts'
import { type SessionCounts, type SessionFilter, shownStates } from '../../contract/sessions.ts'
import { stateOf } from '../session/state.ts'
import { call } from './api.ts'
import { type News } from './ledger.ts'
import { useLive } from './live-room.tsx'
import { serverTime } from './server-clock.ts'
import { sessionKeys } from './session-keys.ts'

/** What a count answers, without where it was read. */
export type Counted = Pick<SessionCounts, 'counts' | 'needsYou'>
export type Counts = SessionCounts['counts']
export type Count = Counts[keyof Counts]

/** One object, so that all who count the whole fleet count it together. */
export const wholeFleet: SessionFilter = {}

const recountEveryMs = 1_000
/** Where time alone moves a session in or out, nothing tells of it. */
export const rereadEveryMs = 5_000

/** The word under which it is counted; null: it does not fit, or has ended. */
const countedAs = (session: News['before'], filter: SessionFilter) =>
  session == null || session.status !== 'active' || !matchSession(session, filter, serverTime()) ? null : `${stateOf(session)} ${needsYou(session)}`

export const mayMove = (news: readonly News[], filter: SessionFilter) =>
  news.some(({ before, after }) => before === undefined || countedAs(before, filter) !== countedAs(after, filter))

/** How many active sessions fit, by state; asked of the server again, at most once a second, when news may move it. */
export function useSessionCounts(filter: SessionFilter, enabled = true) {
  const live = useLive()
  const queries = useQueryClient()
  const counts = useQuery({
    queryKey: sessionKeys.count(filter),
    queryFn: async ({ signal }): Promise<Counted> => {
      const askedAt = performance.now()
      const answer = await call('countSessions', { query: filter }, signal)
      live.cover('fleet', askedAt, answer.feed)
      return answer
    },
    enabled,
    placeholderData: (previous) => previous,
    refetchInterval: movesWithTime(filter) ? rereadEveryMs : false,
  })
  const fingerprint = JSON.stringify(filter)
  useEffect(() => {
    if (!enabled) return
    const watched = JSON.parse(fingerprint) as SessionFilter
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = live.onNews((news) => {
      if (timer !== undefined || !mayMove(news, watched)) return
      timer = setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: sessionKeys.count(watched) }, { cancelRefetch: false })
      }, recountEveryMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [live, queries, enabled, fingerprint])
  return counts
}

export const sumCounts = (counts: Counts): Count => ({
  count: shownStates.reduce((sum, state) => sum + counts[state].count, 0),
  capped: shownStates.some((state) => counts[state].capped),
})

/** Whether there was ever a session, ended ones too: an empty fleet has two reasons. */
export function useAnySession(enabled: boolean) {
  return useQuery({
    queryKey: sessionKeys.any,
    queryFn: async ({ signal }) => (await call('listSessions', { query: { limit: 1 } }, signal)).items.length > 0,
    enabled,
    staleTime: 0,
  })
}
