import { sql } from 'drizzle-orm'
import { type BulkDetail } from '../../contract/bulk.ts'
import { DomainError } from '../../contract/errors.ts'
import { json } from '../../db/json.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Context, transaction } from '../context.ts'
import { announceJob } from './announce-job.ts'
import { lockJob, type LockedJob } from './find-job.ts'
import { readBulkJob } from './read-bulk-job.ts'

/** Stops it, and has what it did taken back one by one, by whichever process is free. Again changes nothing. */
export function undoBulkJob(ctx: Context, id: string): Promise<BulkDetail> {
  return transaction(ctx, async (tx) => {
    const job = await lockJob(tx, id)
    if (job.state !== 'undoing' && job.state !== 'undone') {
      refuse(job)
      const { kind, id: actorId, name } = tx.actor
      await tx.db.execute(sql`
        update bulk_jobs set state = 'undoing', undo_actor = ${json({ kind, id: actorId, name })}, ended_at = null, lease_until = clock_timestamp()
        where id = ${id}`)
      await announceJob(tx, id)
      await recordAudit(tx, {
        action: 'bulk.undone', target: { kind: 'bulk', id, name: job.reason }, workspace: job.workspace,
        before: { state: job.state }, after: { state: 'undoing', abandoned: job.abandoned },
      })
    }
    return readBulkJob(tx, id)
  })
}

function refuse({ id, now, abandoned, undoable, state }: LockedJob) {
  const refusal = (why: string, sentence: string) => new DomainError('not_undoable', sentence, { id, why })
  if (now) throw refusal('over', 'It was begun without a window in which it could be undone.')
  if (state === 'running' || undoable) return
  throw abandoned === 0 ? refusal('nothing', 'It abandoned nobody.') : refusal('over', 'The time in which it could be undone is over.')
}
