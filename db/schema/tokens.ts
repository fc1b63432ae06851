import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** What agents sign in with. The token itself is shown once, when it is made. */
export const tokens = pgTable(
  'tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    kind: text({ enum: ['agent'] }).notNull().default('agent'),
    hash: text().notNull().unique('tokens_hash'),
    /** Null: every workspace. */
    workspace: text(),
    createdBy: text('created_by').notNull(),
    createdAt: at('created_at').notNull().default(sql`clock_timestamp()`),
    expiresAt: at('expires_at'),
    revokedAt: at('revoked_at'),
  },
  (t) => [check('tokens_kind', sql`${t.kind} in ('agent')`)],
)
