import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, timestamp, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sessionEnds } from '../../contract/sessions.ts'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** The thread's row is the lock of its reservation. */
export const threads = pgTable(
  'threads',
  {
    id: uuid().primaryKey().defaultRandom(),
    workspace: text().notNull(),
    name: text().notNull(),
    /** Only grows: the fencing token of the newest reservation. */
    generation: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [unique('threads_name').on(t.workspace, t.name)],
)

/** Active ones and the history of owners. No foreign key to sessions: history outlives them (SES-10). */
export const reservations = pgTable(
  'reservations',
  {
    id: uuid().primaryKey().defaultRandom(),
    threadId: uuid('thread_id').notNull().references(() => threads.id),
    sessionId: text('session_id').notNull(),
    sessionName: text('session_name').notNull(),
    generation: bigint({ mode: 'number' }).notNull(),
    tokenHash: text('token_hash').notNull(),
    reservedAt: at('reserved_at').notNull(),
    releasedAt: at('released_at'),
    releasedAs: text('released_as', { enum: sessionEnds }),
  },
  (t) => [
    uniqueIndex('reservations_one_owner').on(t.threadId).where(sql`released_at is null`),
    index('reservations_held').on(t.sessionId).where(sql`released_at is null`),
    index('reservations_history').on(t.threadId, t.generation.desc()),
  ],
)
