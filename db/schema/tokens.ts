import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { tokenRoles } from '../../contract/roles.ts'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** What agents, hosts and scrapers sign in with. The token itself is shown once, when it is made. */
export const tokens = pgTable(
  'tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    version: bigint({ mode: 'number' }).notNull().default(1),
    role: text({ enum: tokenRoles }).notNull().default('agent'),
    hash: text().notNull().unique('tokens_hash'),
    /** Null: every workspace. */
    workspace: text(),
    /** The one host whose facts it may report. */
    hostId: text('host_id'),
    createdBy: text('created_by').notNull(),
    createdAt: at('created_at').notNull().default(sql`clock_timestamp()`),
    expiresAt: at('expires_at'),
    revokedAt: at('revoked_at'),
  },
  (t) => [
    check('tokens_role', sql`${t.role} in ('agent', 'host', 'viewer')`),
    check('tokens_host', sql`(${t.role} = 'host') = (${t.hostId} is not null)`),
  ],
)
