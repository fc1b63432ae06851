import { type Server as HttpServer } from 'node:http'
import { type Logger } from 'pino'
import { Server } from 'socket.io'
import { type Change, type ClientEvents, type ServerEvents, socketPath } from '../../contract/realtime.ts'
import { DomainError, toErrorAnswer } from '../../contract/errors.ts'
import { type Db } from '../../db/client.ts'
import { formatCursor } from '../changes/feed-position.ts'
import { type FeedTail } from '../changes/feed-tail.ts'
import { type FeedChange } from '../changes/read-feed.ts'
import { toDomainError } from '../http/to-domain-error.ts'
import { type Metrics } from '../metrics.ts'
import { type Identify } from '../people/identify.ts'
import { type CarriedSessions } from './carried-sessions.ts'
import { channelsFor, roomOf, toWire } from './feed-map.ts'
import { type Joiner } from './join-room.ts'
import { RoomFrames } from './room-frames.ts'
import { type MusterSocket, serveSocket, type SocketData, type SocketDeps } from './serve-socket.ts'
import { watchCredentials } from './watch-credentials.ts'

type Deps = { http: HttpServer; db: Db; log: Logger; metrics: Metrics; tail: FeedTail; identify: Identify; limit: SocketDeps['limit']; carried: CarriedSessions }

/** What may wait in a socket's buffer before it counts as too slow: over three seconds of frames, or two megabytes. */
const maxWaitingFrames = 32
const maxWaitingBytes = 2_097_152

/** Each process reads the feed itself and emits to its own sockets; there is no adapter between processes. */
export function serveSockets({ http, db, log, metrics, tail, identify, limit, carried }: Deps) {
  const io = new Server<ClientEvents, ServerEvents, object, SocketData>(http, {
    path: socketPath, transports: ['websocket'], serveClient: false, maxHttpBufferSize: 16_384,
    // Often enough to carry sessions with the shortest timeout, 5 s.
    pingInterval: 2_500, pingTimeout: 5_000,
  })
  const credentials = watchCredentials(identify, log)
  const joiners = new Set<Joiner>()
  const frames = new RoomFrames((channel, changes) => {
    for (const id of io.of('/').adapter.rooms.get(channel) ?? []) leaveIfSlow(io.of('/').sockets.get(id)!, channel)
    const frame = { room: roomOf(channel), changes: changes.map(toWire), cursor: formatCursor(tail.settled), serverNow: tail.now() }
    io.to(channel).emit('feed:changed', frame)
  })

  /** A slow client gets less later instead of a growing buffer now: it leaves, and when it has read all it joins again. */
  function leaveIfSlow(socket: MusterSocket, channel: string) {
    if (socket.data.waitingFrames <= maxWaitingFrames && socket.data.waitingBytes <= maxWaitingBytes) return
    void socket.leave(channel)
    metrics.slowSockets.inc()
    socket.conn.once('drain', () => socket.emit('room:behind', { room: roomOf(channel) }))
  }

  io.use((socket: MusterSocket, next) => {
    const { token } = socket.handshake.auth as { token?: unknown }
    const { authorization, cookie } = socket.handshake.headers
    const headers = typeof token === 'string' ? { authorization: `Bearer ${token}` } : { authorization, cookie }
    identify(headers).then(
      (found) => {
        if (!found) return next(refusal(new DomainError('not_signed_in', 'This socket came without valid credentials.')))
        Object.assign(socket.data, { actor: found.actor, headers, waitingFrames: 0, waitingBytes: 0 })
        next()
      },
      (error: unknown) => next(refusal(toDomainError(error, log))),
    )
  })

  io.on('connection', (socket: MusterSocket) => {
    metrics.sockets.inc()
    socket.on('disconnect', () => {
      metrics.sockets.dec()
      credentials.remove(socket)
    })
    credentials.add(socket)
    socket.conn.on('packetCreate', ({ data }: { data?: unknown }) => {
      socket.data.waitingFrames += 1
      socket.data.waitingBytes += typeof data === 'string' ? data.length : 0
    })
    socket.conn.on('drain', () => Object.assign(socket.data, { waitingFrames: 0, waitingBytes: 0 }))
    serveSocket(socket, { db, tail, joiners, log, limit, carried, check: credentials.check })
  })
  io.of('/').adapter.on('delete-room', (channel: string) => frames.drop(channel))

  return {
    onChanges: (changes: FeedChange[]) => {
      credentials.onChanges(changes)
      carried.onChanges(changes)
      const byChannel = new Map<string, Change[]>()
      for (const change of changes)
        for (const channel of channelsFor(change)) {
          const theirs = byChannel.get(channel)
          if (theirs) theirs.push(change)
          else byChannel.set(channel, [change])
        }
      for (const joiner of joiners) joiner.meanwhile.push(...(byChannel.get(joiner.channel) ?? []))
      for (const [channel, theirs] of byChannel) if (io.of('/').adapter.rooms.has(channel)) frames.add(channel, theirs)
    },
    /** Everybody joins again from its cursor, and is told to take a snapshot where that no longer holds. */
    onGap: () => {
      credentials.checkAll()
      carried.onGap()
      for (const channel of io.of('/').adapter.rooms.keys()) {
        if (io.of('/').sockets.has(channel)) continue
        io.to(channel).emit('room:behind', { room: roomOf(channel) })
        io.in(channel).socketsLeave(channel)
      }
    },
    stop: async () => {
      io.emit('server:draining')
      frames.stop()
      io.disconnectSockets(true)
      await new Promise((done) => setImmediate(done))
      await carried.stop()
    },
  }
}

const refusal = (error: DomainError) => Object.assign(new Error(error.message), { data: toErrorAnswer(error) })
