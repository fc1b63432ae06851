import { sql } from 'drizzle-orm'
import { type BulkJob } from '../../contract/bulk.ts'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context } from '../context.ts'
import { jobBody } from './job-columns.ts'

/** Tells browsers how far a job is. Its row is locked. */
export async function announceJob(tx: Context, id: string): Promise<BulkJob> {
  await tx.db.execute(sql`update bulk_jobs set version = version + 1 where id = ${id}`)
  const [job] = await recordChanges<BulkJob>(
    tx, 'bulk', sql`select j.id::text, j.version, j.workspace, (${jobBody})::json from bulk_jobs j where j.id = ${id}`,
  )
  return job!
}
