import { z } from 'zod'
import { type ErrorAnswer } from './errors.ts'
import { SessionId } from './ids.ts'

/** epoch.xid.id: a place in the change feed. Opaque to clients; a place of another epoch is answered with a reset. */
export const FeedCursor = z
  .string()
  .regex(/^[0-9]{1,18}\.[0-9]{1,19}\.[0-9]{1,18}$/, 'not a feed cursor')
  .meta({ id: 'FeedCursor' })

export const Room = z
  .union([z.literal('fleet'), z.templateLiteral(['session:', SessionId]), z.literal('threads'), z.templateLiteral(['thread:', z.uuid()]), z.literal('settings'), z.literal('activity')])
  .meta({ id: 'Room' })
export type Room = z.infer<typeof Room>

export const roomKinds = ['fleet', 'session', 'threads', 'thread', 'settings', 'activity'] as const
export type RoomKind = (typeof roomKinds)[number]
export const kindOf = (room: Room) => room.split(':')[0] as RoomKind

export const changeTopics = ['session', 'thread', 'bulk', 'breaker', 'token', 'person', 'audit'] as const
export type ChangeTopic = (typeof changeTopics)[number]

/** One entity's newest state; body null is a tombstone. */
export const Change = z.object({
  topic: z.enum(changeTopics),
  entity: z.string(),
  version: z.int(),
  body: z.unknown().nullable(),
})
export type Change = z.infer<typeof Change>

export type Frame = { room: Room; changes: Change[]; cursor: string; serverNow: string }

export const JoinRoom = z.strictObject({ room: Room, cursor: FeedCursor })
export type JoinRoom = z.infer<typeof JoinRoom>
export type JoinAnswer =
  | { ok: true; frame: Frame }
  | { ok: false; reset: true; reason: 'epoch' | 'expired' }
  | ({ ok: false; reset: false } & ErrorAnswer)

export const LeaveRoom = z.strictObject({ room: Room })

/** An agent's own socket beats for its session as long as it is open (LIV-5). */
export const CarrySession = z.strictObject({ sessionId: SessionId })
export type CarryAnswer = { ok: true; connectionId: string } | ({ ok: false } & ErrorAnswer)

export type ClientEvents = {
  'session:carry': (input: { sessionId: string }, ack: (answer: CarryAnswer) => void) => void
  'room:join': (input: JoinRoom, ack: (answer: JoinAnswer) => void) => void
  'room:leave': (input: { room: Room }) => void
  'clock:ask': (ack: (answer: { serverNow: string }) => void) => void
}
export type ServerEvents = {
  'feed:changed': (frame: Frame) => void
  /** This socket was too slow for the room and is out of it: join again from the last cursor. */
  'room:behind': (input: { room: Room }) => void
  /** To the connection that carries it: it has ended. What was undone in time is told by `session:resumed`. */
  'session:ended': (input: { sessionId: string; status: string; by: string; reason: string | null; stopAt: string }) => void
  'session:resumed': (input: { sessionId: string }) => void
  'server:draining': () => void
}

export const socketPath = '/api/socket'

/** The one rule of merging: the highest version of an entity wins, tombstones included (RT-5). */
export const isNewer = (change: { version: number }, known: { version: number } | undefined) =>
  known === undefined || change.version > known.version
