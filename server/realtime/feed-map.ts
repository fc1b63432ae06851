import { sql, type SQL } from 'drizzle-orm'
import { type Change, type ChangeTopic, type Room } from '../../contract/realtime.ts'
import { type FeedChange } from '../changes/read-feed.ts'

/** Which rooms hear of a change: one line per topic. */
const roomsByTopic: Record<ChangeTopic, (entity: string) => Room[]> = {
  session: (id) => ['fleet', `session:${id}`],
  thread: (id) => ['threads', `thread:${id}`],
  bulk: () => ['fleet'],
  breaker: () => ['fleet'],
  token: () => ['settings'],
  person: () => ['settings'],
  audit: () => ['activity'],
}

/**
 * A room as this process keeps it: one channel for who sees all of it, and one per workspace for who is limited to that.
 * What goes out on a channel is encoded once.
 */
export const channelOf = (room: Room, workspace: string | null) => (workspace === null ? room : `${room} ${workspace}`)

/** No room has a space in its name. */
export const roomOf = (channel: string) => channel.split(' ', 1)[0] as Room

export const channelsFor = (change: FeedChange): string[] =>
  roomsByTopic[change.topic](change.entity).flatMap((room) =>
    change.workspace === null ? [room] : [room, channelOf(room, change.workspace)],
  )

/** The same, the other way round: what of the feed a room missed, as a condition on `changes`. */
export function missedBy(room: Room, workspace: string | null): SQL {
  const limit = workspace === null ? sql`` : sql` and workspace = ${workspace}`
  if (room === 'fleet') return sql`topic in ('session', 'bulk', 'breaker')${limit}`
  if (room === 'threads') return sql`topic = 'thread'${limit}`
  if (room === 'settings') return sql`topic in ('token', 'person')${limit}`
  if (room === 'activity') return sql`topic = 'audit'${limit}`
  const [topic, entity] = [room.slice(0, room.indexOf(':')), room.slice(room.indexOf(':') + 1)]
  return sql`topic = ${topic} and entity = ${entity}${limit}`
}

export const toWire = ({ topic, entity, version, body }: Change): Change => ({ topic, entity, version, body })
