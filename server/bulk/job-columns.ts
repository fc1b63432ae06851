import { sql, type SQL } from 'drizzle-orm'
import { bulkPaceMs } from '../../contract/bulk.ts'
import { undoWindowMs } from '../../contract/sessions.ts'

/** Until when all that a job does can be undone: one instant for the whole of it, so that "Undo" means all of it. */
export const windowOf = (job: SQL) => sql`${job}.started_at + (${undoWindowMs} + ${job}.total * ${bulkPaceMs}) * interval '1 ms'`

/** A row of `bulk_jobs j` as it is on the wire, as JSON to select. */
export const jobBody = sql`jsonb_build_object(
  'id', j.id, 'version', j.version, 'state', j.state, 'workspace', j.workspace, 'reason', j.reason,
  'by', (j.actor ->> 'kind') || ' ' || (j.actor ->> 'name'),
  'total', j.total, 'abandoned', j.abandoned, 'skipped', j.skipped, 'failed', j.failed, 'undone', j.undone,
  'startedAt', j.started_at, 'endedAt', j.ended_at,
  'undoUntil', case when not j.now and j.state in ('running', 'stopped', 'done') and ${windowOf(sql`j`)} > clock_timestamp() then ${windowOf(sql`j`)} end)`
