import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bulkItemResults, bulkStates } from '../../contract/bulk.ts'
import { type SessionFilter } from '../../contract/sessions.ts'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

export type BulkActor = { kind: 'person'; id: string; name: string }

/** One act on many sessions, done one by one, with its progress (OPS-2). */
export const bulkJobs = pgTable('bulk_jobs', {
  id: uuid().primaryKey().defaultRandom(),
  version: bigint({ mode: 'number' }).notNull().default(1),
  state: text({ enum: bulkStates }).notNull().default('running'),
  workspace: text(),
  /** What they all had to match when it was confirmed, and have to match still; null for a selection. */
  filter: jsonb().$type<SessionFilter>(),
  reason: text().notNull(),
  /** Without the window in which it could be undone. */
  now: boolean().notNull().default(false),
  actor: jsonb().$type<BulkActor>().notNull(),
  /** Who has it taken back. */
  undoActor: jsonb('undo_actor').$type<BulkActor>(),
  total: integer().notNull(),
  abandoned: integer().notNull().default(0),
  skipped: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  undone: integer().notNull().default(0),
  startedAt: at('started_at').notNull(),
  endedAt: at('ended_at'),
  /** Renewed by the process that works on it; another one goes on when it lapses. */
  leaseUntil: at('lease_until').notNull(),
})

export const bulkItems = pgTable(
  'bulk_items',
  {
    jobId: uuid('job_id').notNull().references(() => bulkJobs.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    sessionId: text('session_id').notNull(),
    sessionName: text('session_name').notNull(),
    result: text({ enum: bulkItemResults }).notNull().default('pending'),
    said: text(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.place] }),
    index('bulk_items_session').on(t.sessionId),
    index('bulk_items_to_do').on(t.jobId, t.place).where(sql`result = 'pending'`),
    index('bulk_items_to_undo').on(t.jobId, t.place).where(sql`result = 'abandoned' and said is null`),
  ],
)
