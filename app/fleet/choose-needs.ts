import { type Session } from '../../contract/sessions.ts'

export const needs = ['waiting', 'stalled', 'dead'] as const
export type Need = (typeof needs)[number]

export const needOf = ({ progress }: Pick<Session, 'progress'>): Need => (progress === 'waiting' || progress === 'stalled' ? progress : 'dead')

/** Since when it needs somebody. */
export const needsSince = (session: Session): string | null => (needOf(session) === 'dead' ? session.liveness.since : session.lastProgressAt)

const at = (session: Session) => Date.parse(needsSince(session) ?? session.startedAt)

/**
 * Who is shown where there is no room for all: by what they need, the longest first, so that a newcomer moves nobody else; and
 * of every need at least one, so that many who wait do not hide the one that died.
 */
export function chooseNeeds(sessions: readonly Session[], most: number): Session[] {
  const byNeed = needs.map((need) => sessions.filter((session) => needOf(session) === need).sort((a, b) => at(a) - at(b) || (a.id < b.id ? -1 : 1)))
  const first = new Set(byNeed.flatMap(([one]) => one ?? []).slice(0, most))
  let room = most - first.size
  return byNeed.flat().filter((session) => first.has(session) || room-- > 0)
}
