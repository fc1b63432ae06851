import { type Room } from '../contract/realtime.ts'

export type SeenChange = { entity: string; version: number; gone: boolean }

export type SeenFrame = { kind: 'joined' | 'frame'; changes: SeenChange[]; cursor: string; serverNow: string; server: string }

/** What one client saw of one room, raw and in the order in which it came. */
export type Seen =
  | { kind: 'snapshot'; entities: Record<string, number> }
  | SeenFrame
  | { kind: 'lost' | 'behind' | 'reset' }

export type History = { room: Room; seen: Seen[] }

/** How the database ended: the version of every session that is there, and the tombstone of every one that is not. */
export type Final = Map<string, { version: number; gone: boolean }>
