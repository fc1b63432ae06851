import { sql } from 'drizzle-orm'
import { type Change, isNewer, type JoinAnswer, type JoinRoom } from '../../contract/realtime.ts'
import { type Db } from '../../db/client.ts'
import { formatCursor, isBehind, isBelowFloor, parseCursor } from '../changes/feed-position.ts'
import { type FeedTail } from '../changes/feed-tail.ts'
import { readFeed } from '../changes/read-feed.ts'
import { channelOf, missedBy, toWire } from './feed-map.ts'

/** One that is being let in: what is delivered to the room meanwhile is kept for its answer. */
export type Joiner = { channel: string; meanwhile: Change[] }

const maxMissed = 5_000

/**
 * What a client missed since its cursor, up to exactly where this process's tail stands, so that what the room is
 * sent afterwards goes on from there. `enter` puts the socket into the room in the same tick in which the answer is made.
 */
export async function joinRoom(
  { db, tail, joiners }: { db: Db; tail: FeedTail; joiners: Set<Joiner> },
  { room, cursor, workspace }: JoinRoom & { workspace: string | null },
  enter: () => void,
): Promise<JoinAnswer> {
  const from = parseCursor(cursor)
  if (from.epoch !== tail.position.epoch || isBehind(tail.position, from)) await tail.caughtUp()

  const joiner: Joiner = { channel: channelOf(room, workspace), meanwhile: [] }
  joiners.add(joiner)
  try {
    const upTo = tail.position
    const page = await readFeed(
      db,
      from,
      maxMissed,
      sql`${missedBy(room, workspace)} and (changes.xid, changes.id) <= (${String(upTo.xid)}::xid8, ${String(upTo.id)}::bigint)`,
    )
    const current = page.epoch === from.epoch && tail.position.epoch === from.epoch
    if (!current || page.watermark < from.xid) return { ok: false, reset: true, reason: 'epoch' }
    if (isBelowFloor(from, page.floor) || page.more) return { ok: false, reset: true, reason: 'expired' }

    const newest = new Map<string, Change>()
    for (const change of [...page.changes, ...joiner.meanwhile]) {
      const key = `${change.topic} ${change.entity}`
      if (isNewer(change, newest.get(key))) newest.set(key, change)
    }
    enter()
    const changes = [...newest.values()].map(toWire)
    return { ok: true, frame: { room, changes, cursor: formatCursor(tail.settled), serverNow: tail.now() } }
  } finally {
    joiners.delete(joiner)
  }
}
