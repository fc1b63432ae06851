import { type Session } from '../../contract/sessions.ts'
import { sayDuration } from './words.ts'

/** One thing that the verdict looked at. at: when it was so; decides: the verdict rests on it. */
export type Piece = { name: string; said: string; at: string | null; note?: string; decides: boolean }

const decidedBy = {
  heartbeat: ['heartbeat', 'late', 'heartbeat_expired'],
  connection: ['disconnected'],
  process: ['process_seen', 'process_gone', 'pid_reused'],
  boot: ['host_rebooted'],
} as const

const hostOf = ({ hostname, hostId }: Session) => hostname ?? hostId ?? 'its host'

function heartbeat({ beats, lastBeatAt, timeoutMs, liveness }: Session): Omit<Piece, 'name' | 'decides'> {
  const timeout = sayDuration(timeoutMs)
  if (lastBeatAt === null) return { said: beats ? 'promised, but none ever came' : 'it does not beat', at: null }
  if (liveness.reason === 'heartbeat_expired') return { said: `silent for longer than its timeout, ${timeout}`, at: lastBeatAt }
  return { said: liveness.reason === 'late' ? `late: over half of its timeout, ${timeout}` : `in time, its timeout is ${timeout}`, at: lastBeatAt }
}

function connection({ liveness: { connected, reason, since } }: Session): Omit<Piece, 'name' | 'decides'> {
  if (connected) return { said: 'open, and beats for it', at: null, note: 'now' }
  return reason === 'disconnected' ? { said: 'dropped', at: since } : { said: 'none open', at: null }
}

function process(session: Session): Omit<Piece, 'name' | 'decides'> | null {
  const { pid, processStartTime, liveness } = session
  if (pid === null) return null
  const one = `pid ${pid}${processStartTime === null ? '' : ` since ${processStartTime}`}`
  if (liveness.reason === 'process_gone') return { said: `${one} is gone on ${hostOf(session)}`, at: liveness.since }
  if (liveness.reason === 'pid_reused') return { said: `${one} is gone, another process has its pid`, at: liveness.since }
  if (liveness.processSeenAt !== null) return { said: `${one} was seen`, at: liveness.processSeenAt }
  return { said: one, at: null, note: 'never seen' }
}

function boot(session: Session): Omit<Piece, 'name' | 'decides'> | null {
  const { bootId, liveness } = session
  if (bootId === null) return null
  if (liveness.reason === 'host_rebooted') return { said: `${hostOf(session)} was started anew`, at: liveness.since }
  return { said: bootId, at: null, note: 'no newer one' }
}

/** Silence counts only for a time in which somebody could have heard (LIV-9). Told where it can be told from the instant of death. */
function reception({ lastBeatAt, timeoutMs, liveness: { reason, since } }: Session): Omit<Piece, 'name' | 'decides'> | null {
  if (reason !== 'heartbeat_expired' || since === null || lastBeatAt === null) return null
  const heardFrom = Date.parse(since) - timeoutMs
  if (heardFrom - Date.parse(lastBeatAt) < 1) return { said: 'beats could come in all that time', at: null }
  return { said: 'beats can come in again since', at: new Date(heardFrom).toISOString() }
}

/** What was looked at, in the order in which it is judged. What was never reported is not there. */
export function weighEvidence(session: Session): Piece[] {
  const { reason } = session.liveness
  const weigh = (name: string, piece: Omit<Piece, 'name' | 'decides'> | null) =>
    piece === null ? [] : [{ ...piece, name, decides: (decidedBy[name as keyof typeof decidedBy] as readonly string[] | undefined)?.includes(reason) ?? false }]
  const host = session.hostname ?? session.hostId
  return [
    ...weigh('boot', boot(session)),
    ...weigh('process', process(session)),
    ...weigh('heartbeat', heartbeat(session)),
    ...weigh('reception', reception(session)),
    ...weigh('connection', connection(session)),
    ...weigh('host', host === null ? null : { said: host, at: null }),
  ]
}

/** What would make the verdict another one, as sentences; none for what has ended. */
export function whatWouldChange(session: Session): string[] {
  const { timeoutMs, pid, status, lastBeatAt, liveness: { verdict, reason } } = session
  if (status !== 'active') return []
  const timeout = sayDuration(timeoutMs)
  const byProcess = pid === null ? [] : [`Seen gone on ${hostOf(session)}, its process makes it dead at once, whatever its beats say.`]
  switch (verdict) {
    case 'alive':
      if (reason === 'process_seen') return [`Not seen for ${timeout}, its process says nothing any more: then it is unknown.`, ...byProcess]
      return [`Half of ${timeout} without a beat makes it quiet, more than ${timeout} dead.`, ...byProcess]
    case 'quiet':
      return [
        reason === 'disconnected' ? 'A new connection, or a beat, makes it alive.' : 'A beat makes it alive.',
        `More than ${timeout} since its last beat makes it dead.`,
        ...byProcess,
      ]
    case 'dead':
      if (reason === 'heartbeat_expired') return ['A late beat brings it back, as long as nobody abandons it.', 'Whoever reserves its thread abandons it; so may an operator.']
      return ['Beats do not bring it back: only a newer sight of its process does.', 'Whoever reserves its thread abandons it; so may an operator.']
    default:
      return [
        ...(lastBeatAt === null ? ['A first beat makes it alive.'] : []),
        ...(pid === null ? [] : [`Its process seen on ${hostOf(session)} makes it alive; seen gone, dead.`]),
        'Nobody but a person abandons what is unknown.',
      ]
  }
}
