import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, text, timestamp, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
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
    version: bigint({ mode: 'number' }).notNull().default(1),
    /** The state that the next owner builds on. Changed only by an owner that releases, or an operator (RSV-8). */
    anchor: text(),
    /** When it was last reserved: lists go by it. */
    reservedAt: at('reserved_at'),
  },
  (t) => [
    unique('threads_name').on(t.workspace, t.name),
    // One key without nulls to page by. Names that were never reserved come last.
    index('threads_newest').on(sql`coalesce(reserved_at, '-infinity') desc`, t.id.desc()),
  ],
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
    releasedBy: text('released_by'),
    releaseReason: text('release_reason'),
    /** The state that this owner said it builds on. */
    anchor: text(),
    /** How often others were told that this owner has the thread. Counted apart, best effort (RSV-10). */
    refused: bigint({ mode: 'number' }).notNull().default(0),
    /** How many of these are in the fleet's samples already. */
    refusedSampled: bigint('refused_sampled', { mode: 'number' }).notNull().default(0),
    /** Freed by an operator who may still take it back: until then nobody else gets the thread (OPS-6). */
    undoUntil: at('undo_until'),
  },
  (t) => [
    uniqueIndex('reservations_one_owner').on(t.threadId).where(sql`released_at is null`),
    index('reservations_undoable').on(t.threadId).where(sql`undo_until is not null`),
    index('reservations_undoable_session').on(t.sessionId).where(sql`undo_until is not null`),
    index('reservations_refused').on(t.threadId).where(sql`refused > refused_sampled`),
    index('reservations_held').on(t.sessionId).where(sql`released_at is null`),
    index('reservations_history').on(t.threadId, t.generation.desc()),
  ],
)

/** The line of those who wait for a thread. Whoever frees it gives it to the first whose lease lives (RSV-9). */
export const threadWaiters = pgTable(
  'thread_waiters',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    threadId: uuid('thread_id').notNull().references(() => threads.id),
    sessionId: text('session_id').notNull(),
    sessionName: text('session_name').notNull(),
    /** The row to make when it gets the thread, for one that waits before it exists: a loser leaves nothing behind. */
    newSession: jsonb('new_session').$type<Record<string, unknown>>(),
    /** Of the token that its server keeps for it. */
    tokenHash: text('token_hash').notNull(),
    anchor: text(),
    /** Whether it said which anchor it expects; null is one that can be expected. */
    checksAnchor: boolean('checks_anchor').notNull().default(false),
    expectedAnchor: text('expected_anchor'),
    /** Set when its turn came and the thread had another anchor: it is told so, and the next is served. */
    drifted: boolean().notNull().default(false),
    waitingSince: at('waiting_since').notNull(),
    /** Renewed by the waiter's server; one that lapsed is passed over. */
    leaseUntil: at('lease_until').notNull(),
    /** Set when it was given the thread; taken back when its lease lapses before it was told. */
    grantedReservation: uuid('granted_reservation'),
  },
  (t) => [index('thread_waiters_line').on(t.threadId, t.position), index('thread_waiters_lease').on(t.leaseUntil)],
)
