import { type Session, type SessionFilter, shownStates, type ShownState } from '../../contract/sessions.ts'

export type LiveState = ShownState
export type SessionState = LiveState | 'abandoned' | 'complete' | 'merged'

type Judged = Pick<Session, 'status' | 'progress'> & { liveness: Pick<Session['liveness'], 'verdict'> }

export function stateOf({ status, progress, liveness }: Judged): SessionState {
  if (status !== 'active') return status
  if (progress === 'waiting' || progress === 'stalled') return progress
  return liveness.verdict === 'ended' ? 'unknown' : liveness.verdict
}

/** The same word as a filter of the API: every active session fits exactly one. */
export const stateFilters: Record<LiveState, Pick<SessionFilter, 'liveness' | 'progress'>> = {
  alive: { liveness: ['alive'], progress: ['progressing'] },
  waiting: { progress: ['waiting'] },
  stalled: { progress: ['stalled'] },
  quiet: { liveness: ['quiet'], progress: ['progressing'] },
  dead: { liveness: ['dead'] },
  unknown: { liveness: ['unknown'] },
}

export const isLiveState = (state: SessionState): state is LiveState => (shownStates as readonly string[]).includes(state)

/** Which look a state has: the three ends share one. */
export const toneOf = (state: SessionState): LiveState | 'ended' => (isLiveState(state) ? state : 'ended')

export const toneText = {
  alive: 'text-alive',
  waiting: 'text-waiting',
  stalled: 'text-stalled',
  quiet: 'text-quiet',
  dead: 'text-dead',
  unknown: 'text-unknown',
  ended: 'text-ended',
} as const

export const toneCard = {
  alive: 'border-alive/40 bg-alive-weak',
  waiting: 'border-waiting/50 bg-waiting-weak',
  stalled: 'border-stalled/50 bg-stalled-weak',
  quiet: 'border-quiet/50 bg-quiet-weak',
  dead: 'border-dead/50 bg-dead-weak',
  unknown: 'border-unknown/50 bg-unknown-weak',
  ended: 'border-line-strong bg-ended-weak',
} as const
