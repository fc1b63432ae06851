import { sql } from 'drizzle-orm'
import { type BulkJob } from '../../contract/bulk.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Context, transaction } from '../context.ts'
import { announceJob } from './announce-job.ts'
import { lockJob } from './find-job.ts'
import { readBulkJob } from './read-bulk-job.ts'

/** Between two items. What was done stays done, and one that is over already is left as it is. */
export function stopBulkJob(ctx: Context, id: string): Promise<BulkJob> {
  return transaction(ctx, async (tx) => {
    const { state, reason, workspace } = await lockJob(tx, id)
    if (state !== 'running') return (await readBulkJob(tx, id)).job
    await tx.db.execute(sql`update bulk_jobs set state = 'stopped', ended_at = clock_timestamp() where id = ${id}`)
    const { total, ...stopped } = await announceJob(tx, id)
    const done = stopped.abandoned + stopped.skipped + stopped.failed
    await recordAudit(tx, { action: 'bulk.stopped', target: { kind: 'bulk', id, name: reason }, workspace, before: { state }, after: { state: 'stopped', done, total } })
    return { total, ...stopped }
  })
}
