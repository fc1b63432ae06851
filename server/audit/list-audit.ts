import { sql } from 'drizzle-orm'
import { type AuditEntry, type AuditPage, type ListAudit } from '../../contract/audit.ts'
import { snapshotCursor } from '../changes/feed-cursor.ts'
import { type Context } from '../context.ts'
import { auditColumns } from './audit-columns.ts'
import { auditFilter } from './audit-filter.ts'
import { after, formatPlace, newestFirst, parsePlace, placeOf } from './audit-place.ts'

/** Newest first, by keyset. One statement: entries and feed cursor are of one snapshot. */
export async function listAudit(ctx: Context, { cursor, limit, ...filter }: ListAudit): Promise<AuditPage> {
  const place = cursor === undefined ? null : parsePlace(cursor)
  const [page] = await ctx.db.execute<{ items: AuditEntry[]; feed: string; serverNow: string }>(sql`
    select
      coalesce((
        select json_agg(to_json(p) ${newestFirst}) from (
          select ${auditColumns} from audit where ${auditFilter(ctx, filter)} and ${after(place)} ${newestFirst} limit ${limit + 1}
        ) p
      ), '[]') as items,
      ${snapshotCursor} as feed,
      to_jsonb(clock_timestamp()) as "serverNow"`)
  const { items, feed, serverNow } = page!
  const more = items.length > limit
  if (more) items.pop()
  return { items, nextCursor: more ? formatPlace(placeOf(items.at(-1)!)) : null, feed, serverNow }
}
