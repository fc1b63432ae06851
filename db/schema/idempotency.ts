import { index, json, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** Answers of calls that came with an Idempotency-Key. They hold no secret: a replay issues a new one. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Who called: keys of two callers never meet. */
    caller: text().notNull(),
    key: text().notNull(),
    requestHash: text('request_hash').notNull(),
    answer: json(),
    madeAt: timestamp('made_at', { withTimezone: true, mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.caller, t.key] }), index('idempotency_keys_age').on(t.madeAt)],
)
