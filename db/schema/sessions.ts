import { sql } from 'drizzle-orm'
import { bigint, boolean, check, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sessionStatuses, usageSources } from '../../contract/sessions.ts'
import { timelineKinds } from '../../contract/timeline.ts'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })
const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    version: bigint({ mode: 'number' }).notNull().default(1),
    name: text().notNull(),
    workspace: text().notNull(),
    thread: text().notNull(),
    threadId: uuid('thread_id').notNull(),
    status: text({ enum: sessionStatuses }).notNull().default('active'),
    clientInstanceId: text('client_instance_id'),
    nativeActorKey: text('native_actor_key'),
    nativeParentActorKey: text('native_parent_actor_key'),
    nativeInstanceKey: text('native_instance_key'),
    externalSessionId: text('external_session_id'),
    provider: text(),
    model: text(),
    harness: text(),
    thinkingLevel: text('thinking_level'),
    hostId: text('host_id'),
    hostname: text(),
    pid: integer(),
    processStartTime: text('process_start_time'),
    bootId: text('boot_id'),
    worktreePath: text('worktree_path'),
    executionRoot: text('execution_root'),
    baseState: text('base_state'),
    anchorState: text('anchor_state'),
    anchorRoot: text('anchor_root'),
    attachReason: text('attach_reason'),
    attachPrecedence: jsonb('attach_precedence').$type<string[]>().notNull().default([]),
    winningAttachRule: text('winning_attach_rule'),
    probeSource: text('probe_source'),
    probeConfidence: doublePrecision('probe_confidence'),
    reportFlushState: text('report_flush_state'),
    labels: jsonb().$type<Record<string, string>>().notNull().default({}),
    stallMs: integer('stall_ms').notNull(),
    lastProgressAt: at('last_progress_at'),
    activity: text(),
    waitingFor: text('waiting_for'),
    editCount: integer('edit_count').notNull().default(0),
    startedAt: at('started_at').notNull(),
    completedAt: at('completed_at'),
    endedBy: text('ended_by'),
    endReason: text('end_reason'),
    registeredBy: text('registered_by').notNull(),
    /** The token that registered it, and may write to it (SEC-2). Null: only operators act on it. */
    ownerId: text('owner_id'),
    secretHash: text('secret_hash').unique('sessions_secret'),
    /** The verdict and progress that browsers were last told, so that a sweep tells only what changed. */
    announcedState: text('announced_state').notNull().default('unknown'),
    /** An operator abandoned it, and may still take that back (OPS-6). */
    undoUntil: at('undo_until'),
  },
  (t) => [
    check('sessions_status', sql`${t.status} in (${oneOf(sessionStatuses)})`),
    check('sessions_completed_iff_ended', sql`(${t.status} = 'active') = (${t.completedAt} is null)`),
    index('sessions_newest').on(t.startedAt.desc().nullsFirst(), sql`id collate "C" desc`),
    index('sessions_active_newest').on(t.startedAt.desc().nullsFirst(), sql`id collate "C" desc`).where(sql`status = 'active'`),
    index('sessions_workspace_newest').on(t.workspace, t.startedAt.desc().nullsFirst(), sql`id collate "C" desc`),
    index('sessions_thread_newest').on(t.thread, t.startedAt.desc().nullsFirst(), sql`id collate "C" desc`),
    index('sessions_parent').on(t.nativeParentActorKey, t.startedAt, sql`id collate "C"`).where(sql`native_parent_actor_key is not null`),
    // Chains go through ended parents too; all other lookups (SES-3, SES-9) only through active sessions, whatever history holds.
    index('sessions_actor').on(t.nativeActorKey, t.startedAt, sql`id collate "C"`).where(sql`native_actor_key is not null`),
    index('sessions_active_actor').on(t.nativeActorKey).where(sql`status = 'active' and native_actor_key is not null`),
    index('sessions_active_external').on(t.externalSessionId).where(sql`status = 'active' and external_session_id is not null`),
    index('sessions_active_client').on(t.clientInstanceId).where(sql`status = 'active' and client_instance_id is not null`),
    // Paths by their hash, because they can be longer than an entry of an index; with the host, because many containers call
    // their worktree by one path.
    index('sessions_active_worktree').on(sql`md5(worktree_path)`, t.hostId).where(sql`status = 'active' and worktree_path is not null`),
    index('sessions_active_root').on(sql`md5(execution_root)`).where(sql`status = 'active' and execution_root is not null`),
    index('sessions_undoable').on(t.undoUntil).where(sql`undo_until is not null`),
    index('sessions_host_active').on(t.hostId).where(sql`status = 'active' and host_id is not null`),
    index('sessions_completed').on(t.completedAt).where(sql`status <> 'active'`),
  ],
)

/** One narrow row per session for what every heartbeat writes; nothing that a beat writes is indexed, so updates stay HOT. */
export const sessionBeats = pgTable(
  'session_beats',
  {
    sessionId: text('session_id').primaryKey().references(() => sessions.id, { onDelete: 'cascade' }),
    lastBeatAt: at('last_beat_at'),
    beats: boolean().notNull(),
    timeoutMs: integer('timeout_ms').notNull(),
    /** Closed by the transaction that ends the session: a beat that comes too late touches no row (LIV-13). */
    open: boolean().notNull().default(true),
    /** Raised by every beat that comes after the expiry: what was taken in an earlier life is lost (LIV-6). */
    life: bigint({ mode: 'number' }).notNull().default(1),
    /** The live connection that beats for it, and the server process that holds that; a drop counts only for the one it names (LIV-5). */
    connectionId: uuid('connection_id'),
    connectionProcess: uuid('connection_process'),
    disconnectedAt: at('disconnected_at'),
  },
  (t) => [index('session_beats_carried').on(t.connectionProcess).where(sql`connection_id is not null`)],
)

/** What was seen of the process that a session names, on its own host. A trigger forgets it when the session names another one. */
export const processSightings = pgTable('process_sightings', {
  sessionId: text('session_id').primaryKey().references(() => sessions.id, { onDelete: 'cascade' }),
  /** Who once saw that pid with that start time: only their word that it is gone counts (LIV-4). */
  probers: text().array().notNull(),
  seenAt: at('seen_at'),
  goneAt: at('gone_at'),
  goneReason: text('gone_reason', { enum: ['process_gone', 'pid_reused'] }),
})

/** What happened to a session, in order, as its page tells it. */
export const sessionTimeline = pgTable(
  'session_timeline',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sessionId: text('session_id').notNull().references(() => sessions.id, { onDelete: 'cascade' }),
    happenedAt: at('happened_at').notNull(),
    kind: text({ enum: timelineKinds }).notNull(),
    /** What it was about, in a few words, or null. */
    subject: text(),
    actor: text(),
  },
  (t) => [index('session_timeline_session').on(t.sessionId, t.id.desc())],
)

/** Totals as they stood at the end of each minute in which they moved. */
export const usageSamples = pgTable(
  'usage_samples',
  {
    sessionId: text('session_id').notNull().references(() => sessions.id, { onDelete: 'cascade' }),
    minute: at('minute').notNull(),
    tokens: bigint({ mode: 'number' }).notNull(),
    costMicroUsd: bigint('cost_micro_usd', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.minute] }), index('usage_samples_minute').on(t.minute)],
)

const counter = (name: string) => bigint(name, { mode: 'number' })

export const sessionUsage = pgTable(
  'session_usage',
  {
    sessionId: text('session_id').notNull().references(() => sessions.id, { onDelete: 'cascade' }),
    source: text({ enum: usageSources }).notNull(),
    inputTokens: counter('input_tokens'),
    outputTokens: counter('output_tokens'),
    reasoningTokens: counter('reasoning_tokens'),
    cacheReadTokens: counter('cache_read_tokens'),
    cacheWriteTokens: counter('cache_write_tokens'),
    toolCalls: counter('tool_calls'),
    costMicroUsd: counter('cost_micro_usd'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.source] })],
)

/** Intervals whose deltas were added, so that a resent one is not added twice (SES-6). */
export const usageIntervals = pgTable(
  'usage_intervals',
  {
    sessionId: text('session_id').notNull().references(() => sessions.id, { onDelete: 'cascade' }),
    source: text().notNull(),
    series: text().notNull(),
    interval: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.source, t.series, t.interval] })],
)

export const contextQueries = pgTable(
  'context_queries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sessionId: text('session_id').notNull().references(() => sessions.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    scope: text(),
    queriedAt: at('queried_at').notNull(),
  },
  (t) => [index('context_queries_session').on(t.sessionId, t.id.desc())],
)
