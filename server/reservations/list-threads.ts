import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { DomainError } from '../../contract/errors.ts'
import { type ListThreads, type Thread, type ThreadPage } from '../../contract/threads.ts'
import { snapshotCursor } from '../changes/feed-cursor.ts'
import { type Context } from '../context.ts'

const countCap = 10_000
const Place = z.tuple([z.union([z.literal('-infinity'), z.iso.datetime({ offset: true }).regex(/^[1-9].*\+00:00$/)]), z.uuid()])

/** Last reserved first, by keyset. One statement: rows, total and feed cursor are of one snapshot. */
export async function listThreads(ctx: Context, { cursor, limit, ...filter }: ListThreads): Promise<ThreadPage> {
  const after = cursor === undefined ? null : parsePlace(cursor)
  const from = sql`from threads t where ${threadFilter(ctx, filter)}`
  type Item = { body: Thread; place: string }
  const [page] = await ctx.db.execute<{ items: Item[]; count: number | null; feed: string; serverNow: string }>(sql`
    select
      coalesce((
        select json_agg(json_build_object('body', to_json(v), 'place', p.place) order by p.place desc, p.id desc)
        from (
          select t.id, ${reservedAt} as place ${from}
          ${after ? sql`and (${reservedAt}, t.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
          order by ${reservedAt} desc, t.id desc limit ${limit + 1}
        ) p join thread_view v on v.id = p.id
      ), '[]') as items,
      ${after ? sql`null::int` : sql`(select count(*)::int from (select 1 ${from} limit ${countCap + 1}) c)`} as count,
      ${snapshotCursor} as feed,
      to_jsonb(clock_timestamp()) as "serverNow"`)
  const { items, count, feed, serverNow } = page!
  const more = items.length > limit
  if (more) items.pop()
  return {
    items: items.map(({ body }) => body),
    nextCursor: more ? formatPlace(items.at(-1)!) : null,
    total: count === null ? null : { count: Math.min(count, countCap), capped: count > countCap },
    feed,
    serverNow,
  }
}

/** As the index `threads_newest` has it. */
const reservedAt = sql`coalesce(t.reserved_at, '-infinity')`

const owned = sql`exists (select from reservations r where r.thread_id = t.id and (r.released_at is null or r.undo_until > clock_timestamp()))`
const states: Record<NonNullable<ListThreads['state']>, SQL> = {
  owned,
  free: sql`not ${owned}`,
  dead_owner: sql`exists (
    select from reservations r join session_judged j on j.id = r.session_id
    where r.thread_id = t.id and r.released_at is null and j.verdict = 'dead')`,
  waited_for: sql`exists (
    select from thread_waiters w where w.thread_id = t.id and w.granted_reservation is null and w.lease_until > clock_timestamp())`,
}

function threadFilter({ actor }: Context, { workspace, state, q }: Omit<ListThreads, 'cursor' | 'limit'>): SQL {
  const conditions = [
    actor.workspace === null ? undefined : sql`t.workspace = ${actor.workspace}`,
    workspace === undefined ? undefined : sql`t.workspace = ${workspace}`,
    state && states[state],
    ...(q?.split(/\s+/).filter(Boolean) ?? []).map(hasWord),
  ].filter((condition) => condition !== undefined)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

function hasWord(word: string): SQL {
  const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`(t.name ilike ${pattern} or exists (
    select from reservations r where r.thread_id = t.id and r.released_at is null and (r.session_name ilike ${pattern} or r.session_id ilike ${pattern})))`
}

const formatPlace = ({ place, body }: { place: string; body: Thread }) => Buffer.from(JSON.stringify([place, body.id])).toString('base64url')

function parsePlace(cursor: string): [string, string] {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (error) {
    throw new DomainError('invalid_cursor', 'This cursor was not given out by this list.', { cursor }, { cause: error })
  }
}
