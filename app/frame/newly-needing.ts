import { needsYou } from '../../contract/match-session.ts'
import { type Session } from '../../contract/sessions.ts'
import { needsSince } from '../fleet/choose-needs.ts'
import { type News } from '../live/ledger.ts'

/** Of one that we had not heard of before, only its own clock says whether it is news. */
const recentMs = 15_000

/** Who needs a person since this news, and did not before. */
export const newlyNeeding = (news: readonly News[], nowMs: number): Session[] =>
  news.flatMap(({ before, after }) => {
    if (after === null || !needsYou(after)) return []
    if (before != null) return needsYou(before) ? [] : [after]
    const since = needsSince(after)
    return since !== null && nowMs - Date.parse(since) < recentMs ? [after] : []
  })
