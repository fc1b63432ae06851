import { type LivenessReason, type Session } from '../../contract/sessions.ts'
import { type SessionState, stateOf } from './state.ts'
import { sayDuration } from './words.ts'

export type Verdict = { title: string; reason: string }

const titles: Record<SessionState, string> = {
  alive: 'Alive and working',
  waiting: 'Alive, waiting for a person',
  stalled: 'Alive, but stalled',
  quiet: 'Quiet: its beats are late',
  dead: 'Dead: its beats stopped',
  unknown: 'Unknown: no evidence either way',
  complete: 'Complete',
  merged: 'Merged',
  abandoned: 'Abandoned',
}
const titlesByReason: Partial<Record<LivenessReason, string>> = {
  disconnected: 'Quiet: its connection dropped',
  process_gone: 'Dead: its process is gone',
  pid_reused: 'Dead: its process is gone',
  host_rebooted: 'Dead: its host was started anew',
}

type Died = Pick<Session, 'liveness' | 'hostname' | 'hostId'>

/** Of what it died, to stand in a sentence. */
export function sayDeath({ liveness, hostname, hostId }: Died): string {
  const host = hostname ?? hostId
  switch (liveness.reason) {
    case 'process_gone':
      return `its process is gone${host === null ? '' : ` on ${host}`}`
    case 'pid_reused':
      return `its process is gone${host === null ? '' : ` on ${host}`}, and another one has its pid`
    case 'host_rebooted':
      return `its host${host === null ? '' : ` ${host}`} was started anew`
    default:
      return 'its beats stopped'
  }
}

const ago = (iso: string | null, now: number) => (iso === null ? 'never' : `${sayDuration(now - Date.parse(iso))} ago`)

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Only of what it really holds; unknown says nothing. */
function sayKeeps(held: readonly string[] | undefined, when: string): string {
  if (held === undefined || held.length === 0) return ''
  return ` It keeps ${held.length === 1 ? held[0] : `its ${held.length} threads`}${when}.`
}

function sayReason(session: Session, state: SessionState, now: number, held: readonly string[] | undefined): string {
  const timeout = sayDuration(session.timeoutMs)
  const beat = ago(session.lastBeatAt, now)
  switch (state) {
    case 'alive':
      return session.liveness.reason === 'process_seen'
        ? `Its process was seen ${ago(session.liveness.processSeenAt, now)}. It made progress ${ago(session.lastProgressAt, now)}.`
        : `It beat ${beat} and made progress ${ago(session.lastProgressAt, now)}.`
    case 'waiting':
      return `It waits for: ${session.waitingFor ?? 'an answer'}. Last progress ${ago(session.lastProgressAt, now)}.${sayKeeps(held, ' while it waits')}`
    case 'stalled':
      return `It beat ${beat}, but made no progress since ${ago(session.lastProgressAt, now)}; over ${sayDuration(session.stallMs)} counts as a stall.${sayKeeps(held, '')}`
    case 'quiet':
      return session.liveness.reason === 'disconnected'
        ? `Its connection dropped ${ago(session.liveness.since, now)}. After ${timeout} of silence it counts as dead.`
        : `It beat ${beat}. After ${timeout} of silence it counts as dead.`
    case 'dead':
      if (session.liveness.reason === 'heartbeat_expired')
        return `It beat ${beat}, and its timeout is ${timeout}. A late beat revives it as long as nobody abandons it.${sayKeeps(held, ' until somebody else reserves it')}`
      return `${capital(sayDeath(session))}, since ${ago(session.liveness.since, now)}. A beat alone does not revive it, only a new sight of its process.${sayKeeps(held, ' until somebody else reserves it')}`
    case 'unknown':
      return session.beats
        ? 'It promised to beat, but never did.'
        : 'It does not beat, so its silence says nothing. Nobody abandons it but a person.'
    default: {
      const by = session.endedBy === null ? '' : ` by ${session.endedBy}`
      return `Ended ${ago(session.completedAt, now)}${by}${session.endReason === null ? '.' : `: ${session.endReason}`}`
    }
  }
}

/** The verdict in words that a person can act on, with what it rests on. */
export function sayVerdict(session: Session, now: number, held?: readonly string[]): Verdict {
  const state = stateOf(session)
  const late = state === 'waiting' || state === 'stalled' ? session.liveness.verdict === 'quiet' : false
  const named = (state === 'quiet' || state === 'dead' ? titlesByReason[session.liveness.reason] : undefined) ?? titles[state]
  const title = late ? named.replace('Alive', 'Quiet') : named
  return { title, reason: sayReason(session, state, now, held) }
}
