import { z } from 'zod'
import { GivenInstant, Instant, Text } from './ids.ts'
import { FeedCursor } from './realtime.ts'

export const actorKinds = ['person', 'token', 'system'] as const

/** noun.verb of everything that leaves a line. What agents report of their own work (beats, progress, usage) leaves none. */
export const auditActions = [
  'session.ended',
  'session.undone',
  'session.deleted',
  'thread.taken_over',
  'thread.anchor_set',
  'sessions.reaped',
  'bulk.started',
  'bulk.stopped',
  'bulk.undone',
  'breaker.tripped',
  'breaker.cleared',
  'session.swept',
  'person.signed_in',
  'person.sign_in_failed',
  'person.signed_out',
  'person.invited',
  'person.joined',
  'person.changed',
  'person.removed',
  'sign_in_link.made',
  'sign_in_link.spent',
  'token.made',
  'token.revoked',
  'token.reissued',
  'setting.changed',
  'database.restored',
] as const
export type AuditAction = (typeof auditActions)[number]

/** One line of the trail: who did what to which thing, why, and how it was before and after. Never changed, never removed. */
export const AuditEntry = z
  .object({
    id: z.int(),
    at: Instant,
    actorKind: z.enum(actorKinds),
    actorId: z.string(),
    actorName: z.string(),
    action: z.string().describe('noun.verb, such as session.ended.'),
    targetKind: z.string(),
    targetId: z.string(),
    targetName: z.string().nullable(),
    workspace: z.string().nullable(),
    reason: z.string().nullable(),
    before: z.unknown().nullable(),
    after: z.unknown().nullable(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

const many = (max: number) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(Text(max)).max(50).optional())

export const AuditFilter = z.strictObject({
  actor: many(200).describe('Name or id of who did it.'),
  action: many(100),
  targetKind: many(100),
  target: many(200).describe('Id of the thing.'),
  workspace: many(200),
  from: GivenInstant.optional().describe('From this instant on.'),
  to: GivenInstant.optional().describe('Before this instant.'),
  q: Text(200).optional().describe('Words found in names, reasons and actions.'),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const ListAudit = AuditFilter.extend({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})
export type ListAudit = z.infer<typeof ListAudit>

export const exportFormats = ['csv', 'jsonl'] as const
export const ExportAudit = AuditFilter.extend({ format: z.enum(exportFormats).default('jsonl') })
export type ExportAudit = z.infer<typeof ExportAudit>

export const AuditPage = z.object({
  items: z.array(AuditEntry),
  nextCursor: z.string().nullable(),
  feed: FeedCursor,
  serverNow: Instant,
})
export type AuditPage = z.infer<typeof AuditPage>
