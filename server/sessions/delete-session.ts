import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context, transaction } from '../context.ts'
import { lockSession } from './lock-session.ts'

/** An ended session may go before its time; an active one never (SES-10). Threads keep it in their history. */
export function deleteSession(ctx: Context, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const session = await lockSession(tx, id)
    if (session.status === 'active')
      throw new DomainError('session_active', `Session ${id} is active, and only an ended one can be deleted.`, { id })
    await recordChanges(
      tx,
      'session',
      sql`select id, version + 1, workspace, null::json from gone`,
      sql`with gone as (delete from sessions where id = ${id} returning id, version, workspace)`,
    )
    const { name, workspace, status, completedAt, endedBy, endReason } = session
    await recordAudit(tx, {
      action: 'session.deleted', target: { kind: 'session', id, name }, workspace,
      before: { status, completedAt, endedBy, endReason },
    })
  })
}
