import { matchSession } from '../../contract/match-session.ts'
import { type Session, type SessionFilter } from '../../contract/sessions.ts'
import { keepLists, type LiveList } from './live-list.ts'
import { serverTime } from './server-clock.ts'

export type SessionList = LiveList<Session>

/** Newest-started first. */
export const { inOrder, addPage, applyNews } = keepLists<Session, SessionFilter>({
  at: ({ startedAt }) => Date.parse(startedAt),
  fits: (session, filter) => matchSession(session, filter, serverTime()),
})
