import { type LivenessReason } from '../../contract/sessions.ts'
import { type Thread, type ThreadOwner } from '../../contract/threads.ts'
import { type SessionState, stateOf } from '../session/state.ts'
import { sayDuration } from '../session/words.ts'

/** The one word for a thread: how its owner is, or that it has none. */
export type ThreadState = SessionState | 'free'

export const ownerState = ({ status, progress, verdict }: Pick<ThreadOwner, 'status' | 'progress' | 'verdict'>): SessionState => stateOf({ status, progress, liveness: { verdict } })

export const threadState = ({ owner }: Pick<Thread, 'owner'>): ThreadState => (owner === null ? 'free' : ownerState(owner))

const reasons: Record<LivenessReason, string> = {
  heartbeat: 'it beats in time',
  process_seen: 'its process was seen',
  late: 'its beats are late',
  disconnected: 'its connection dropped',
  heartbeat_expired: 'its beats stopped',
  process_gone: 'its process is gone',
  pid_reused: 'its process is gone, another has its pid',
  host_rebooted: 'its host was started anew',
  no_evidence: 'no evidence either way',
  ended: 'its session has ended',
}
/** Of these the age matters. In time is always just now. */
const ages: Partial<Record<LivenessReason, (age: string) => string>> = {
  late: (age) => ` for ${age}`,
  disconnected: (age) => ` ${age} ago`,
  heartbeat_expired: (age) => ` ${age} ago`,
  process_gone: (age) => `, for ${age}`,
  pid_reused: (age) => `, for ${age}`,
  host_rebooted: (age) => ` ${age} ago`,
  ended: (age) => `, ${age} ago`,
}

/** Why we think that the owner is as it is, and since when. */
export function sayWhy({ reason, since, undoUntil }: Pick<ThreadOwner, 'reason' | 'since' | 'undoUntil'>, now: number): string {
  if (undoUntil !== null) {
    const left = Math.max(0, Math.ceil((Date.parse(undoUntil) - now) / 1000))
    return left > 0 ? `abandoned, can be undone for ${left} s` : 'abandoned'
  }
  return reasons[reason] + (since === null ? '' : (ages[reason]?.(sayDuration(now - Date.parse(since))) ?? ''))
}
