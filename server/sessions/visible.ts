import { sql, type SQL } from 'drizzle-orm'
import { type Context } from '../context.ts'

/** Ended sessions read as not found from exactly the retention time after their end; active ones never do (SES-10). */
export const visible = (ctx: Context, status: SQL, completedAt: SQL): SQL =>
  sql`(${status} = 'active' or ${completedAt} > clock_timestamp() - ${ctx.settings.sessionRetentionMs} * interval '1 ms')`
