import { type IncomingHttpHeaders } from 'node:http'
import { type Logger } from 'pino'
import { type FeedChange } from '../changes/read-feed.ts'
import { type Actor } from '../context.ts'
import { type Identified } from '../people/check-credentials.ts'
import { type Identify } from '../people/identify.ts'

/** A socket, as far as its credentials go. */
export type Watched = {
  data: { actor: Actor; headers: Pick<IncomingHttpHeaders, 'authorization' | 'cookie'> }
  disconnect: (close: boolean) => unknown
}

const longestTimerMs = 86_400_000

const meansTheSame = (one: Actor, other: Actor) =>
  one.id === other.id && one.role === other.role && one.workspace === other.workspace && one.sessionId === other.sessionId

/** The entities of the feed that say when what a socket came with may have been revoked, changed or replaced. */
const entitiesOf = ({ kind, id, sessionId }: Actor) => [`${kind} ${id}`, ...(sessionId === undefined ? [] : [`session ${sessionId}`])]

/**
 * Ends sockets whose credentials no longer hold, or mean something else than they did: when the feed says so, when their
 * time is over, and when nobody can say. A client with credentials that hold comes back by itself.
 */
export function watchCredentials(identify: Identify, log: Logger) {
  const timers = new Map<Watched, NodeJS.Timeout | undefined>()
  const byEntity = new Map<string, Set<Watched>>()

  async function check(socket: Watched): Promise<Actor | null> {
    let found: Identified | null = null
    try {
      found = await identify(socket.data.headers)
    } catch (error) {
      log.warn({ err: error }, 'the credentials of a socket could not be checked; it has to come back')
    }
    if (!found || !meansTheSame(found.actor, socket.data.actor)) {
      socket.disconnect(true)
      return null
    }
    if (timers.has(socket)) setTimer(socket, found.endsInMs)
    return found.actor
  }

  function setTimer(socket: Watched, endsInMs: number | null) {
    clearTimeout(timers.get(socket))
    if (endsInMs === null) return timers.set(socket, undefined)
    const timer = setTimeout(() => void check(socket), Math.min(endsInMs + 1, longestTimerMs))
    timers.set(socket, timer.unref())
  }

  return {
    check,
    /** Checks once more: what was revoked since the handshake may have passed in the feed before this. */
    add: (socket: Watched) => {
      timers.set(socket, undefined)
      for (const entity of entitiesOf(socket.data.actor)) byEntity.set(entity, (byEntity.get(entity) ?? new Set()).add(socket))
      void check(socket)
    },
    remove: (socket: Watched) => {
      clearTimeout(timers.get(socket))
      timers.delete(socket)
      for (const entity of entitiesOf(socket.data.actor)) {
        byEntity.get(entity)?.delete(socket)
        if (byEntity.get(entity)?.size === 0) byEntity.delete(entity)
      }
    },
    onChanges: (changes: FeedChange[]) => {
      for (const { topic, entity } of changes) for (const socket of byEntity.get(`${topic} ${entity}`) ?? []) void check(socket)
    },
    checkAll: () => {
      for (const socket of timers.keys()) void check(socket)
    },
  }
}
