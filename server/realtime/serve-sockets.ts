import { type Server as HttpServer, type IncomingHttpHeaders } from 'node:http'
import { type Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import { type Change, type ClientEvents, JoinRoom, LeaveRoom, type Room, type ServerEvents, socketPath } from '../../contract/realtime.ts'
import { DomainError, toErrorAnswer } from '../../contract/errors.ts'
import { type Db } from '../../db/client.ts'
import { formatCursor } from '../changes/feed-position.ts'
import { type FeedTail } from '../changes/feed-tail.ts'
import { type Actor } from '../context.ts'
import { toDomainError } from '../http/to-domain-error.ts'
import { type Metrics } from '../metrics.ts'
import { roomsOf } from './feed-map.ts'
import { type Joiner, joinRoom } from './join-room.ts'
import { RoomFrames } from './room-frames.ts'

type Deps = {
  http: HttpServer
  db: Db
  log: Logger
  metrics: Metrics
  tail: FeedTail
  identify: (headers: IncomingHttpHeaders) => Promise<Actor | null>
}
type SocketData = { waitingFrames: number; waitingBytes: number }
type MusterSocket = Socket<ClientEvents, ServerEvents, object, SocketData>

/** What may wait in a socket's buffer before it counts as too slow: over three seconds of frames, or two megabytes. */
const maxWaitingFrames = 32
const maxWaitingBytes = 2_097_152

/** Each process reads the feed itself and emits to its own sockets; there is no adapter between processes. */
export function serveSockets({ http, db, log, metrics, tail, identify }: Deps) {
  const io = new Server<ClientEvents, ServerEvents, object, SocketData>(http, {
    path: socketPath, transports: ['websocket'], serveClient: false, maxHttpBufferSize: 16_384, pingInterval: 10_000, pingTimeout: 10_000,
  })
  const joiners = new Set<Joiner>()
  const frames = new RoomFrames((room, changes) => {
    for (const id of io.of('/').adapter.rooms.get(room) ?? []) leaveIfSlow(io.of('/').sockets.get(id)!, room)
    io.to(room).emit('feed:changed', { room, changes, cursor: formatCursor(tail.settled), serverNow: tail.now() })
  })

  /** A slow client gets less later instead of a growing buffer now: it leaves, and when it has read all it joins again. */
  function leaveIfSlow(socket: MusterSocket, room: Room) {
    if (socket.data.waitingFrames <= maxWaitingFrames && socket.data.waitingBytes <= maxWaitingBytes) return
    void socket.leave(room)
    metrics.slowSockets.inc()
    socket.conn.once('drain', () => socket.emit('room:behind', { room }))
  }

  io.use((socket, next) => {
    const { token } = socket.handshake.auth as { token?: unknown }
    const headers = typeof token === 'string' ? { authorization: `Bearer ${token}` } : socket.handshake.headers
    identify(headers).then(
      (actor) => next(actor ? undefined : refusal(new DomainError('not_signed_in', 'This socket came without valid credentials.'))),
      (error: unknown) => next(refusal(toDomainError(error, log))),
    )
  })

  io.on('connection', (socket: MusterSocket) => {
    metrics.sockets.inc()
    const joining = new Set<{ room: Room; left: boolean }>()
    Object.assign(socket.data, { waitingFrames: 0, waitingBytes: 0 })
    socket.conn.on('packetCreate', ({ data }: { data?: unknown }) => {
      socket.data.waitingFrames += 1
      socket.data.waitingBytes += typeof data === 'string' ? data.length : 0
    })
    socket.conn.on('drain', () => Object.assign(socket.data, { waitingFrames: 0, waitingBytes: 0 }))
    socket.on('disconnect', () => metrics.sockets.dec())
    socket.on('clock:ask', (ack) => ack?.({ serverNow: tail.now() }))
    socket.on('room:leave', (input) => {
      const parsed = LeaveRoom.safeParse(input)
      if (!parsed.success) return
      void socket.leave(parsed.data.room)
      for (const join of joining) if (join.room === parsed.data.room) join.left = true
    })
    socket.on('room:join', (input, ack) => {
      if (typeof ack !== 'function') return
      const parsed = JoinRoom.safeParse(input)
      if (!parsed.success) {
        const code = parsed.error.issues.some((issue) => issue.path[0] === 'cursor') ? 'invalid_cursor' : 'invalid_input'
        return ack({ ok: false, reset: false, ...toErrorAnswer(new DomainError(code, parsed.error.issues[0]!.message)) })
      }
      const join = { room: parsed.data.room, left: false }
      joining.add(join)
      joinRoom({ db, tail, joiners }, parsed.data, () => void (join.left || socket.join(join.room)))
        .finally(() => joining.delete(join))
        .then(ack, (error: unknown) => ack({ ok: false, reset: false, ...toErrorAnswer(toDomainError(error, log)) }))
    })
  })
  io.of('/').adapter.on('delete-room', (room: string) => frames.drop(room as Room))

  return {
    onChanges: (changes: Change[]) => {
      const byRoom = new Map<Room, Change[]>()
      for (const change of changes)
        for (const room of roomsOf(change)) {
          const theirs = byRoom.get(room)
          if (theirs) theirs.push(change)
          else byRoom.set(room, [change])
        }
      for (const joiner of joiners) joiner.meanwhile.push(...(byRoom.get(joiner.room) ?? []))
      for (const [room, theirs] of byRoom) if (io.of('/').adapter.rooms.has(room)) frames.add(room, theirs)
    },
    /** Everybody joins again from its cursor, and is told to take a snapshot where that no longer holds. */
    onGap: () => {
      for (const room of io.of('/').adapter.rooms.keys()) {
        if (io.of('/').sockets.has(room)) continue
        io.to(room).emit('room:behind', { room: room as Room })
        io.in(room).socketsLeave(room)
      }
    },
    stop: async () => {
      io.emit('server:draining')
      frames.stop()
      io.disconnectSockets(true)
      await new Promise((done) => setImmediate(done))
    },
  }
}

const refusal = (error: DomainError) => Object.assign(new Error(error.message), { data: toErrorAnswer(error) })
