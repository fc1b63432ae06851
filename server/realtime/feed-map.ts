import { sql, type SQL } from 'drizzle-orm'
import { type Change, type ChangeTopic, type Room } from '../../contract/realtime.ts'

/** Which rooms hear of a change: one line per topic. */
const roomsByTopic: Record<ChangeTopic, (entity: string) => Room[]> = {
  session: (id) => ['fleet', `session:${id}`],
}

export const roomsOf = (change: Change): Room[] => roomsByTopic[change.topic](change.entity)

/** The same, the other way round: what of the feed a room missed, as a condition on `changes`. */
export function missedBy(room: Room): SQL {
  if (room === 'fleet') return sql`topic = 'session'`
  return sql`topic = 'session' and entity = ${room.slice('session:'.length)}`
}
