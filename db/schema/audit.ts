import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { actorKinds } from '../../contract/audit.ts'

/**
 * Who did what. A trigger refuses UPDATE, DELETE and TRUNCATE; no retention touches it. It has no foreign keys, because
 * it outlives what it speaks of (OPS-5).
 */
export const audit = pgTable(
  'audit',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true, mode: 'string' }).notNull().default(sql`clock_timestamp()`),
    actorKind: text('actor_kind', { enum: actorKinds }).notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    action: text().notNull(),
    targetKind: text('target_kind').notNull(),
    targetId: text('target_id').notNull(),
    targetName: text('target_name'),
    workspace: text(),
    reason: text(),
    before: jsonb(),
    after: jsonb(),
  },
  (t) => [
    // By time first: a list that ends in the past would walk over all newer ids to find its first row.
    index('audit_newest').on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_actor_newest').on(t.actorId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_actor_name_newest').on(t.actorName, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_action_newest').on(t.action, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_target_newest').on(t.targetId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_target_kind_newest').on(t.targetKind, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_workspace_newest').on(t.workspace, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`workspace is not null`),
  ],
)
