import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** A machine and its pid namespace, with the boot that it is in. */
export const hosts = pgTable('hosts', {
  id: text().primaryKey(),
  hostname: text(),
  bootId: text('boot_id'),
  bootSince: at('boot_since'),
  /** Who alone may speak for it: the server on it, or its host token. Null: any agent on it. */
  vouchedBy: text('vouched_by'),
  seenAt: at('seen_at').notNull(),
})

/** Every boot that was ever seen, so that an earlier one never returns (LIV-2). */
export const hostBoots = pgTable(
  'host_boots',
  {
    hostId: text('host_id').notNull().references(() => hosts.id, { onDelete: 'cascade' }),
    bootId: text('boot_id').notNull(),
    firstSeenAt: at('first_seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hostId, t.bootId] })],
)

/** One row, touched every second by every server process: since when beats could be received without a gap (LIV-9). */
export const reception = pgTable('reception', {
  one: integer().primaryKey().default(1),
  since: at('since').notNull(),
  touchedAt: at('touched_at').notNull(),
})

/** The server processes that are up; the connections of one that lapsed lapse with it (LIV-5). */
export const serverProcesses = pgTable('server_processes', {
  id: uuid().primaryKey(),
  startedAt: at('started_at').notNull(),
  seenAt: at('seen_at').notNull(),
})

/** One row: while it holds, nobody is abandoned for missed beats (LIV-10). */
export const breaker = pgTable('breaker', {
  one: integer().primaryKey().default(1),
  version: bigint({ mode: 'number' }).notNull().default(1),
  trippedAt: at('tripped_at'),
  holdsUntil: at('holds_until'),
  /** Deaths before this instant were looked at by a person, and trip nothing any more. */
  clearedAt: at('cleared_at'),
  dead: integer().notNull().default(0),
  active: integer().notNull().default(0),
})

/** The fleet once a minute and workspace, for plots. Figures of cost, tokens and conflicts are of that minute. */
export const fleetSamples = pgTable(
  'fleet_samples',
  {
    minute: at('minute').notNull(),
    workspace: text().notNull(),
    alive: integer().notNull(),
    waiting: integer().notNull(),
    stalled: integer().notNull(),
    quiet: integer().notNull(),
    dead: integer().notNull(),
    unknown: integer().notNull(),
    costMicroUsd: bigint('cost_micro_usd', { mode: 'number' }).notNull().default(0),
    tokens: bigint({ mode: 'number' }).notNull().default(0),
    conflicts: bigint({ mode: 'number' }).notNull().default(0),
    feedLagMs: integer('feed_lag_ms').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.minute, t.workspace] }), index('fleet_samples_workspace').on(t.workspace, sql`minute desc`)],
)
