import { sql } from 'drizzle-orm'
import { bigint, customType, index, integer, json, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { changeTopics } from '../../contract/realtime.ts'

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })
const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** What browsers are told. Written in the transaction that made the change, read in (xid, id) order below the watermark. */
export const changes = pgTable(
  'changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    xid: xid8().notNull().default(sql`pg_current_xact_id()`),
    topic: text({ enum: changeTopics }).notNull(),
    entity: text().notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    /** json, not jsonb: it is only passed on, so it is stored as it was made. */
    body: json(),
    /** Whose the entity is; who is limited to another one does not hear of it. Null: nobody's who is limited. */
    workspace: text(),
    at: at('at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('changes_order').on(t.xid, t.id)],
)

/** One row. Cursors of another epoch, or from before the floor, are answered with a fresh snapshot. */
export const feed = pgTable('feed', {
  one: integer().primaryKey().default(1),
  epoch: bigint({ mode: 'number' }).notNull(),
  /** Everything below this xid may have been removed. */
  floor: xid8().notNull(),
  systemIdentifier: text('system_identifier').notNull(),
})

/** Who leads a loop. A row lease with a term; session advisory locks would break behind PgBouncer. */
export const leaders = pgTable('leaders', {
  name: text().primaryKey(),
  holder: text().notNull(),
  term: bigint({ mode: 'number' }).notNull(),
  expiresAt: at('expires_at').notNull(),
})
