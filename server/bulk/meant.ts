import { sql, type SQL } from 'drizzle-orm'
import { maxBulk, type PreviewBulk } from '../../contract/bulk.ts'
import { type Context } from '../context.ts'
import { sessionFilter } from '../sessions/session-filter.ts'
import { visible } from '../sessions/visible.ts'

export type Which = PreviewBulk['which']

/** The active sessions that are meant, in the order of the list, one more than there may be. */
export const meant = (ctx: Context, which: Which): SQL => sql`
  select v.id, v.name, v.thread, v.workspace, v."startedAt" as started_at from session_view v
  where v.status = 'active' and ${visible(ctx)} and ${'ids' in which ? sql`v.id in ${which.ids}` : sessionFilter(which.filter)}
  order by v."startedAt" desc, v.id collate "C" desc limit ${maxBulk + 1}`
