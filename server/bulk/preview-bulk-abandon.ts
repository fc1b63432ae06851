import { sql } from 'drizzle-orm'
import { type BulkPreview, maxBulk, type PreviewBulk } from '../../contract/bulk.ts'
import { type Context } from '../context.ts'
import { meant } from './meant.ts'

const sampled = 10

/** What abandoning many would do, from one snapshot; nothing is changed (GEN-9). */
export async function previewBulkAbandon(ctx: Context, { which }: PreviewBulk): Promise<BulkPreview> {
  const [row] = await ctx.db.execute<Omit<BulkPreview, 'count'> & { count: number }>(sql`
    with meant as materialized (${meant(ctx, which)}),
    held as materialized (select thread_id from reservations where released_at is null and session_id in (select id from meant))
    select
      (select count(*)::int from meant) as count,
      (select count(*)::int from held) as threads,
      (select count(*)::int from thread_waiters w join held on held.thread_id = w.thread_id
        where w.granted_reservation is null and w.lease_until > clock_timestamp()) as waiters,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'thread', s.thread) order by s.started_at desc, s.id collate "C" desc)
        from (select * from meant limit ${sampled}) s), '[]') as sample`)
  const { count, ...rest } = row!
  return { count: { count: Math.min(count, maxBulk), capped: count > maxBulk }, ...rest }
}
