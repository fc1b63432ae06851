import { sql } from 'drizzle-orm'
import { type AuditAction } from '../../contract/audit.ts'
import { json } from '../../db/json.ts'
import { recordChanges } from '../changes/record-changes.ts'
import { type Actor, type Context } from '../context.ts'
import { auditColumns } from './audit-columns.ts'
import { type Facts, onlyChanged } from './only-changed.ts'

export type AuditedAct = {
  action: AuditAction
  target: { kind: string; id: string; name?: string | null }
  workspace?: string | null
  reason?: string | null
  /** What the act changed, in the words of the contract. Never a secret, nor the hash of one. */
  before?: Facts | null
  after?: Facts | null
  /** Who, when that is not the one who called: signing in is called by nobody yet. */
  actor?: Pick<Actor, 'kind' | 'id' | 'name'>
}

/** In the transaction of the act itself, so that there is never one without the other (OPS-5), with its change row. */
export async function recordAudit(tx: Context, act: AuditedAct): Promise<void> {
  const { action, target, workspace = null, reason = null, actor = tx.actor } = act
  const { before, after } = onlyChanged(act.before ?? null, act.after ?? null)
  const side = (facts: Facts | null) => (facts === null ? sql`null::jsonb` : json(facts))
  await recordChanges(
    tx,
    'audit',
    sql`select id::text, 1, workspace, to_json(written) from written`,
    sql`with written as (
      insert into audit (actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, workspace, reason, before, after)
      values (${actor.kind}, ${actor.id}, ${actor.name}, ${action}, ${target.kind}, ${target.id}, ${target.name ?? null},
        ${workspace}, ${reason}, ${side(before)}, ${side(after)})
      returning ${auditColumns}
    )`,
  )
}
