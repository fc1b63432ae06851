import { type Session } from '../../contract/sessions.ts'
import { sayClock } from './words.ts'

/** left: 0 to 1 of what it had; null: nothing runs out. */
export type ClockFace = { name: string; said: string; left: number | null; look: 'alive' | 'waiting' | 'stalled' | 'quiet' | 'dead' }

type Holds = readonly { generation: number }[]

const untilDead = ({ lastBeatAt, timeoutMs }: Session, now: number) => (lastBeatAt === null ? null : timeoutMs - (now - Date.parse(lastBeatAt)))

/** Over its time by our count, but not dead for the server: a beat that we have not read, or a gap in reception. */
const isHeldBack = ({ liveness }: Session) => liveness.verdict === 'alive' || liveness.verdict === 'quiet'

function heartbeat(session: Session, now: number): ClockFace {
  const { lastBeatAt, timeoutMs, beats, liveness } = session
  const name = 'heartbeat'
  if (liveness.connected) return { name, said: 'connection open', left: 1, look: 'alive' }
  const rest = untilDead(session, now)
  if (lastBeatAt === null || rest === null) return { name, said: beats ? 'none yet' : 'does not beat', left: null, look: 'alive' }
  if (rest >= 0 || isHeldBack(session)) {
    const left = Math.max(0, Math.min(1, rest / timeoutMs))
    return { name, said: `${sayClock(Math.min(Math.max(0, rest), timeoutMs))} left`, left, look: left > 0.5 ? 'alive' : 'quiet' }
  }
  return { name, said: `silent for ${sayClock(now - Date.parse(lastBeatAt))}`, left: 0, look: 'dead' }
}

function progress({ lastProgressAt, waitingFor, stallMs, progress: state }: Session, now: number): ClockFace {
  const name = 'progress'
  if (lastProgressAt === null) return { name, said: 'none yet', left: null, look: 'alive' }
  const since = now - Date.parse(lastProgressAt)
  if (waitingFor !== null) return { name, said: `waits for ${sayClock(since)}`, left: 1, look: 'waiting' }
  if (since <= stallMs && state !== 'stalled') return { name, said: `${sayClock(Math.min(stallMs, stallMs - since))} left`, left: Math.max(0, 1 - since / stallMs), look: 'alive' }
  return { name, said: `none for ${sayClock(since)}`, left: 0, look: 'stalled' }
}

/** Its right lasts as long as it lives: late beats use it up, and from its death on whoever comes may have it. */
function reservation(session: Session, holds: Holds, now: number): ClockFace {
  const name = 'reservation'
  const [first] = holds
  if (first === undefined) return { name, said: 'holds none', left: null, look: 'alive' }
  const which = holds.length === 1 ? `#${first.generation}` : `${holds.length} threads`
  const { verdict, since } = session.liveness
  if (verdict === 'dead') return { name, said: `${which} free to take${since === null ? '' : `, ${sayClock(now - Date.parse(since))}`}`, left: 0, look: 'dead' }
  const beat = verdict === 'quiet' ? untilDead(session, now) : null
  if (beat !== null) return { name, said: `${which} held, ${sayClock(Math.max(0, beat))} left`, left: Math.max(0, Math.min(1, beat / session.timeoutMs)), look: 'quiet' }
  return { name, said: `${which} held`, left: 1, look: 'alive' }
}

/** The three clocks of an active session: when it last beat, when it last made progress, when its right runs out. */
export const readClocks = (session: Session, holds: Holds, now: number): ClockFace[] => [
  heartbeat(session, now),
  progress(session, now),
  reservation(session, holds, now),
]

const calmMs = 5_000
const nearMs = 1_000

/**
 * Beats are announced to nobody, so what we read grows old: how soon to read again that no clock runs out on a page
 * while the agent beats. The less is left, the sooner.
 */
export function rereadAfter(session: Pick<Session, 'status' | 'lastBeatAt' | 'timeoutMs' | 'liveness'>, now: number): number {
  if (session.status !== 'active' || session.lastBeatAt === null || session.liveness.verdict === 'dead') return calmMs
  const rest = session.timeoutMs - (now - Date.parse(session.lastBeatAt))
  return Math.max(nearMs, Math.min(calmMs, (rest - session.timeoutMs / 2) / 4))
}
