import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { DomainError } from '../../contract/errors.ts'
import { SessionId } from '../../contract/ids.ts'
import { type ListSessions, type Session, type SessionPage } from '../../contract/sessions.ts'
import { snapshotCursor } from '../changes/feed-cursor.ts'
import { type Context } from '../context.ts'
import { sessionFilter } from './session-filter.ts'
import { visible } from './visible.ts'

/** Beyond this a total is said as "10,000+": counting millions of rows for a number nobody reads is not worth it. */
const countCap = 10_000

/** As Postgres writes an instant in UTC: any other form was not given out by us, and not all of them can be compared. */
const StartedAt = z.iso.datetime({ offset: true }).regex(/^[1-9].*\+00:00$/)
const Place = z.tuple([StartedAt, SessionId])

/** Newest-started first, by keyset. One statement: rows, total and feed cursor are of one snapshot. */
export async function listSessions(ctx: Context, { cursor, limit, ...filter }: ListSessions): Promise<SessionPage> {
  const after = cursor === undefined ? null : parsePlace(cursor)
  const from = sql`
    from session_view v
    where ${visible(ctx)} and ${sessionFilter(filter)}`
  const [page] = await ctx.db.execute<{ items: Session[]; count: number | null; feed: string; serverNow: string }>(sql`
    select
      coalesce((
        select json_agg(to_json(p) order by p."startedAt" desc, p.id collate "C" desc) from (
          select v.* ${from}
          ${after ? sql`and (v."startedAt", v.id collate "C") < (${after[0]}::timestamptz, ${after[1]})` : sql``}
          order by v."startedAt" desc, v.id collate "C" desc limit ${limit + 1}
        ) p
      ), '[]') as items,
      ${after ? sql`null::int` : sql`(select count(*)::int from (select 1 ${from} limit ${countCap + 1}) c)`} as count,
      ${snapshotCursor} as feed,
      to_jsonb(clock_timestamp()) as "serverNow"`)
  const { items, count, feed, serverNow } = page!
  const more = items.length > limit
  if (more) items.pop()
  return {
    items,
    nextCursor: more ? formatPlace(items.at(-1)!) : null,
    total: count === null ? null : { count: Math.min(count, countCap), capped: count > countCap },
    feed,
    serverNow,
  }
}

const formatPlace = (session: Session) =>
  Buffer.from(JSON.stringify([session.startedAt, session.id])).toString('base64url')

function parsePlace(cursor: string): [string, string] {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (error) {
    throw new DomainError('invalid_cursor', 'This cursor was not given out by this list.', { cursor }, { cause: error })
  }
}
