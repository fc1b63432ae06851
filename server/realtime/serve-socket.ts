import { type Socket } from 'socket.io'
import { DomainError, toErrorAnswer } from '../../contract/errors.ts'
import { CarrySession, type ClientEvents, JoinRoom, LeaveRoom, type Room, type ServerEvents } from '../../contract/realtime.ts'
import { mayDo } from '../../contract/roles.ts'
import { type Actor } from '../context.ts'
import { toDomainError } from '../http/to-domain-error.ts'
import { refuseDoor } from '../people/admit.ts'
import { type CarriedSessions } from './carried-sessions.ts'
import { channelOf } from './feed-map.ts'
import { joinRoom } from './join-room.ts'
import { refuseRoom } from './refuse-room.ts'
import { type Watched } from './watch-credentials.ts'

export type SocketData = Watched['data'] & { waitingFrames: number; waitingBytes: number }
export type MusterSocket = Socket<ClientEvents, ServerEvents, object, SocketData>
export type SocketDeps = Parameters<typeof joinRoom>[0] & {
  log: Parameters<typeof toDomainError>[1]
  /** The actor, while the credentials that the socket came with hold; null when it was ended instead. */
  check: (socket: MusterSocket) => Promise<Actor | null>
  /** Refuses a token that calls too often, over HTTP and here together. */
  limit: (actor: Actor) => void
  carried: CarriedSessions
}

/** The events of one socket: each is in the role table, and refused to whom it does not name. */
export function serveSocket(socket: MusterSocket, { log, check, limit, carried, ...deps }: SocketDeps) {
  const joining = new Set<{ room: Room; left: boolean }>()
  const refuse = (error: DomainError) => ({ ok: false as const, reset: false as const, ...toErrorAnswer(error) })
  socket.on('disconnect', () => {
    for (const join of joining) join.left = true
    carried.close(socket)
  })

  socket.use(([event, ...given], next) => {
    if (!Object.hasOwn(mayDo, event)) return
    const door = event as keyof ClientEvents
    const refusal = refuseDoor(socket.data.actor, door)
    if (!refusal) return next()
    const ack: unknown = given.at(-1)
    if (typeof ack === 'function') ack(refuse(refusal))
  })

  // Typed as a function, but a client may send anything: calling it would end the process.
  socket.on('clock:ask', (ack: unknown) => {
    if (typeof ack === 'function') ack({ serverNow: deps.tail.now() })
  })

  socket.on('room:leave', (input) => {
    const parsed = LeaveRoom.safeParse(input)
    if (!parsed.success) return
    void socket.leave(channelOf(parsed.data.room, socket.data.actor.workspace))
    for (const join of joining) if (join.room === parsed.data.room) join.left = true
  })

  socket.on('room:join', (input, ack) => {
    if (typeof ack !== 'function') return
    const parsed = JoinRoom.safeParse(input)
    if (!parsed.success) {
      const code = parsed.error.issues.some((issue) => issue.path[0] === 'cursor') ? 'invalid_cursor' : 'invalid_input'
      return ack(refuse(new DomainError(code, parsed.error.issues[0]!.message)))
    }
    const join = { room: parsed.data.room, left: false }
    joining.add(join)
    void letIn(join, parsed.data)
      .catch((error: unknown) => refuse(toDomainError(error, log)))
      .then(ack)
      .finally(() => joining.delete(join))
  })

  socket.on('session:carry', (input, ack) => {
    if (typeof ack !== 'function') return
    const parsed = CarrySession.safeParse(input)
    if (!parsed.success) return ack({ ok: false, ...toErrorAnswer(new DomainError('invalid_input', parsed.error.issues[0]!.message)) })
    void carry(parsed.data.sessionId)
      .then((connectionId) => ({ ok: true as const, connectionId }), (error: unknown) => ({ ok: false as const, ...toErrorAnswer(toDomainError(error, log)) }))
      .then(ack)
  })

  async function carry(sessionId: string) {
    limit(socket.data.actor)
    const actor = await check(socket)
    if (!actor) throw new DomainError('not_signed_in', 'The credentials of this socket no longer hold.')
    return carried.carry(socket, sessionId)
  }

  async function letIn(join: { left: boolean }, input: JoinRoom) {
    limit(socket.data.actor)
    const actor = await check(socket)
    if (!actor) throw new DomainError('not_signed_in', 'The credentials of this socket no longer hold.')
    const refusal = refuseRoom(actor, input.room)
    if (refusal) throw refusal
    const { workspace } = actor
    return joinRoom(deps, { ...input, workspace }, () => void (join.left || socket.join(channelOf(input.room, workspace))))
  }
}
