import { sql } from 'drizzle-orm'
import { type SessionDetail } from '../../contract/sessions.ts'
import { snapshotCursor } from '../changes/feed-cursor.ts'
import { type Context } from '../context.ts'
import { heldThreads } from '../reservations/held-threads.ts'
import { waitedFor } from '../reservations/waited-for.ts'
import { sessionNotFound } from './lock-session.ts'
import { mostEntries } from './note-timeline.ts'
import { visible } from './visible.ts'

const newestQueries = 100
const newestSamples = 500

/** One statement, so that the session, what hangs off it and the feed cursor are of one snapshot. */
export async function readSession(ctx: Context, id: string): Promise<SessionDetail> {
  const [row] = await ctx.db.execute<SessionDetail>(sql`
    select
      to_json(v) as session,
      coalesce((
        select jsonb_agg(jsonb_build_object('path', q.path, 'scope', q.scope, 'queriedAt', q.queried_at) order by q.id desc)
        from (select * from context_queries where session_id = v.id order by id desc limit ${newestQueries}) q
      ), '[]') as "contextQueries",
      coalesce((
        select jsonb_agg(jsonb_build_object('source', source, 'updatedAt', updated_at, 'usage', jsonb_build_object(
          'inputTokens', input_tokens, 'outputTokens', output_tokens, 'reasoningTokens', reasoning_tokens,
          'cacheReadTokens', cache_read_tokens, 'cacheWriteTokens', cache_write_tokens,
          'toolCalls', tool_calls, 'costMicroUsd', cost_micro_usd)) order by source collate "C")
        from session_usage where session_id = v.id
      ), '[]') as "usageBySource",
      ${heldThreads(sql`v.id`)} as holds,
      ${waitedFor(sql`v.id`)} as "waitsFor",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'at', l.happened_at, 'kind', l.kind, 'subject', l.subject, 'actor', l.actor) order by l.id desc)
        from (select * from session_timeline where session_id = v.id order by id desc limit ${mostEntries}) l
      ), '[]') as timeline,
      coalesce((
        select jsonb_agg(jsonb_build_object('at', u.minute, 'tokens', u.tokens, 'costMicroUsd', u.cost_micro_usd) order by u.minute)
        from (select * from usage_samples where session_id = v.id order by minute desc limit ${newestSamples}) u
      ), '[]') as "usageOverTime",
      ${snapshotCursor} as feed,
      to_jsonb(clock_timestamp()) as "serverNow"
    from session_view v
    where v.id = ${id} and ${visible(ctx)}`)
  if (!row) throw sessionNotFound(id)
  return row
}
