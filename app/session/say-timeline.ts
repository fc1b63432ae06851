import { type LivenessReason } from '../../contract/sessions.ts'
import { type TimelineEntry } from '../../contract/timeline.ts'
import { sayTried } from './say-attach.ts'
import { type SessionState } from './state.ts'

/** what: the words; about: shown as it is typed; mark: the state that it came into, where it is one. */
export type Told = { what: string; about: string | null; mark: SessionState | null }

const deaths: Partial<Record<LivenessReason, string>> = {
  heartbeat_expired: 'died: its beats stopped',
  process_gone: 'died: its process is gone',
  pid_reused: 'died: its process is gone, and another has its pid',
  host_rebooted: 'died: its host was started anew',
}

const ends = ['abandoned', 'complete', 'merged'] as const

/** `status` or `status: reason`, as the end writes it. */
function tellEnd(subject: string | null): Told {
  const end = ends.find((one) => subject === one || subject?.startsWith(`${one}: `))
  if (end === undefined) return { what: 'ended', about: subject, mark: null }
  const reason = subject?.slice(end.length + 2) ?? ''
  return { what: end === 'complete' ? 'was completed' : end === 'merged' ? 'was marked as merged' : 'was abandoned', about: reason === '' ? null : reason, mark: end }
}

/** The rule that hit, as its trail writes it. */
function tellAttached(subject: string | null): Told {
  const tried = subject === null ? null : sayTried(subject)
  return tried === null || tried.outcome === null
    ? { what: 'attached by', about: subject, mark: null }
    : { what: `attached by its ${tried.rule}`, about: tried.value === '' ? null : tried.value, mark: null }
}

export function tellEntry({ kind, subject }: Pick<TimelineEntry, 'kind' | 'subject'>): Told {
  switch (kind) {
    case 'registered':
      return { what: 'registered on', about: subject, mark: null }
    case 'attached':
      return tellAttached(subject)
    case 'reserved':
      return { what: 'reserved', about: subject, mark: null }
    case 'released':
      return { what: 'released', about: subject, mark: null }
    case 'waiting':
      return { what: 'waits for', about: subject, mark: 'waiting' }
    case 'resumed':
      return { what: 'goes on', about: subject, mark: 'alive' }
    case 'stalled':
      return { what: 'stalled: no progress', about: subject, mark: 'stalled' }
    case 'progressing':
      return { what: 'makes progress again', about: subject, mark: 'alive' }
    case 'quiet':
      return { what: subject === 'disconnected' ? 'went quiet: its connection dropped' : 'went quiet', about: null, mark: 'quiet' }
    case 'dead':
      return { what: deaths[subject as LivenessReason] ?? 'died', about: null, mark: 'dead' }
    case 'revived':
      return { what: 'came back to life', about: subject, mark: 'alive' }
    case 'ended':
      return tellEnd(subject)
    case 'undone':
      return { what: 'its abandonment was undone', about: subject, mark: 'alive' }
  }
}
