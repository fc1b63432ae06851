import { sql, type SQL } from 'drizzle-orm'

/** A row of `audit` as the contract's AuditEntry. */
export const auditColumns: SQL = sql.raw(`id, at, actor_kind as "actorKind", actor_id as "actorId", actor_name as "actorName",
  action, target_kind as "targetKind", target_id as "targetId", target_name as "targetName", workspace, reason, before, after`)
