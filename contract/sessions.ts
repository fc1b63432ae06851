import { z } from 'zod'
import { Comparison } from './filter-values.ts'
import { Instant, Path, SessionId, Text, ThreadName, WorkspaceName } from './ids.ts'
import { FeedCursor } from './realtime.ts'
import { TimelineEntry } from './timeline.ts'

export const sessionStatuses = ['active', 'abandoned', 'complete', 'merged'] as const
export const sessionEnds = ['abandoned', 'complete', 'merged'] as const
export const livenessVerdicts = ['alive', 'quiet', 'dead', 'unknown', 'ended'] as const
export const livenessReasons = [
  'heartbeat', 'process_seen', 'late', 'disconnected', 'heartbeat_expired', 'process_gone', 'pid_reused', 'host_rebooted', 'no_evidence', 'ended',
] as const
export const progressStates = ['progressing', 'waiting', 'stalled'] as const
/** The one word that is shown of an active session; each has exactly one. Waiting and stalled go before quiet: they ask for a person. */
export const shownStates = ['alive', 'waiting', 'stalled', 'quiet', 'dead', 'unknown'] as const
export const usageSources = ['agent', 'status_line', 'otel'] as const
export const usageCounters = [
  'inputTokens',
  'outputTokens',
  'reasoningTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'toolCalls',
  'costMicroUsd',
] as const

export type SessionStatus = (typeof sessionStatuses)[number]
export type SessionEnd = (typeof sessionEnds)[number]
export type LivenessVerdict = (typeof livenessVerdicts)[number]
export type LivenessReason = (typeof livenessReasons)[number]
export type ProgressState = (typeof progressStates)[number]
export type ShownState = (typeof shownStates)[number]
export type UsageCounter = (typeof usageCounters)[number]

export const defaultTimeoutMs = 45_000
export const defaultStallMs = 600_000
export const maxLabels = 64

/** Without =, because a filter says key=value. */
const LabelKey = Text(63).regex(/^[^=]+$/, 'a label key is empty or has = in it')

export const Labels = z
  .record(LabelKey, Text(255))
  .refine((labels) => Object.keys(labels).length <= maxLabels, `more than ${maxLabels} labels`)

/** What an agent says of itself; all of it can be corrected later (SES-11). */
const described = {
  name: Text(200).min(1).describe('What people call it. Kept wherever history speaks of it.'),
  clientInstanceId: Text(200).describe('One run of the client that speaks for the agent.'),
  nativeActorKey: Text(200).describe("The harness's own key for this actor."),
  nativeParentActorKey: Text(200).describe('The native actor key of the parent, if it has one.'),
  nativeInstanceKey: Text(200).describe("The harness's own key for this instance at its path."),
  externalSessionId: Text(200),
  provider: Text(100),
  model: Text(100),
  harness: Text(100),
  thinkingLevel: Text(50),
  hostId: Text(200).describe('Names a machine and its pid namespace.'),
  hostname: Text(253),
  pid: z.int().min(-2147483648).max(2147483647),
  processStartTime: Text(100).describe('As the host gives it; compared, never calculated with.'),
  bootId: Text(200),
  worktreePath: Path,
  executionRoot: Path.describe('Private execution root, where it differs from the worktree.'),
  baseState: Text(200),
  anchorState: Text(200),
  anchorRoot: Text(4096),
  attachReason: Text(1000),
  attachPrecedence: z.array(Text(500)).max(32),
  winningAttachRule: Text(200),
  probeSource: Text(200),
  probeConfidence: z.number().min(0).max(1),
  reportFlushState: Text(100),
  labels: Labels,
}

const timeoutMs = z.int().min(5_000).max(3_600_000).describe('Silence longer than this is death. Default 45000.')
const stallMs = z.int().min(1_000).max(86_400_000).describe('No progress for longer than this is a stall. Default 600000.')

export const Usage = z.object(
  Object.fromEntries(usageCounters.map((name) => [name, z.number().nullable()])) as Record<
    UsageCounter,
    z.ZodNullable<z.ZodNumber>
  >,
)
export type Usage = z.infer<typeof Usage>

const nullable = <Shape extends Record<string, z.ZodType>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([key, type]) => [key, type.nullable()])) as {
    [Key in keyof Shape]: z.ZodNullable<Shape[Key]>
  }
const { name: _name, labels, attachPrecedence, ...clearable } = described

export const Session = z
  .object({
    id: SessionId,
    version: z.int().describe('Grows with every change; of two copies the higher one is newer.'),
    name: z.string(),
    workspace: z.string(),
    thread: z.string(),
    threadId: z.uuid(),
    status: z.enum(sessionStatuses),
    ...nullable(clearable),
    attachPrecedence,
    labels,
    usage: Usage,
    beats: z.boolean().describe('Whether it promised to beat.'),
    timeoutMs,
    stallMs,
    lastBeatAt: Instant.nullable(),
    lastProgressAt: Instant.nullable(),
    activity: z.string().nullable().describe('What it does now.'),
    waitingFor: z.string().nullable().describe('What it waits for a person to give.'),
    liveness: z.object({
      verdict: z.enum(livenessVerdicts),
      reason: z.enum(livenessReasons),
      since: Instant.nullable(),
      connected: z.boolean().describe('A live connection beats for it.'),
      processSeenAt: Instant.nullable().describe('When its process was last seen alive on its host.'),
      life: z.int().describe('Grows when it comes back after a silence; what it took before is lost.'),
    }),
    progress: z.enum(progressStates).nullable().describe('null once it has ended or is not alive.'),
    holds: z.array(z.object({ thread: z.string(), generation: z.int() })).describe('The threads that it holds now.'),
    editCount: z.int(),
    startedAt: Instant,
    completedAt: Instant.nullable(),
    endedBy: z.string().nullable(),
    endReason: z.string().nullable(),
    undoUntil: Instant.nullable().describe('An operator abandoned it, and can undo that until then.'),
    registeredBy: z.string(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

export const RegisterSession = z.strictObject({
  ...Object.fromEntries(Object.entries(described).map(([key, type]) => [key, type.optional()])) as {
    [Key in keyof typeof described]: z.ZodOptional<(typeof described)[Key]>
  },
  workspace: WorkspaceName.optional().describe('Left out: the one that the token is limited to, else `default`.'),
  thread: ThreadName.optional().describe('Left out: the session gets and holds its own, agent/<session id>.'),
  beats: z.boolean().default(true).describe('false: it will not beat, so silence says nothing about it.'),
  timeoutMs: timeoutMs.default(defaultTimeoutMs),
  stallMs: stallMs.default(defaultStallMs),
})
export type RegisterSession = z.infer<typeof RegisterSession>

export const Reservation = z
  .object({
    workspace: z.string(),
    thread: z.string(),
    generation: z.int().describe('A fencing token: grows by one with each owner of the thread.'),
    token: z.string().describe('Shown once.'),
  })
  .meta({ id: 'Reservation' })

export const RegisteredSession = z.object({
  session: Session,
  reservation: Reservation.nullable().describe('Its own thread, when none was named.'),
  secret: z.string().describe('Speaks for this session alone, as a bearer token does. Shown once.'),
})
export type RegisteredSession = z.infer<typeof RegisteredSession>

/** Attaching finds by these, in this order, or makes a new session (SES-3). */
export const attachRules = [
  'session_id', 'external_session_id', 'native_actor_key', 'client_instance_id', 'native_instance_key', 'worktree_path',
] as const
export type AttachRule = (typeof attachRules)[number]
const {
  attachReason: _reason, attachPrecedence: _precedence, winningAttachRule: _rule, ...attaching
} = RegisterSession.shape
export const AttachSession = z.strictObject({
  ...attaching,
  sessionId: SessionId.optional().describe('This one and no other: an error when it is unknown or has ended.'),
  thread: ThreadName.optional().describe('Of a session that is made. One that is found keeps its own.'),
  beats: z.boolean().optional().describe('Left out: a session that is made beats, one that is found keeps its promise.'),
  timeoutMs: timeoutMs.optional(),
  stallMs: stallMs.optional(),
})
export type AttachSession = z.infer<typeof AttachSession>
export const AttachedSession = z.object({
  session: Session,
  created: z.boolean(),
  reservation: Reservation.nullable().describe('Its own thread, when it was made without a named one.'),
  secret: z.string().nullable().describe('Of a session that was made. Shown once.'),
})
export type AttachedSession = z.infer<typeof AttachedSession>

/** Exactly one of the first four, or a path, or a native instance key with its path (SES-9). */
export const FindSession = z
  .strictObject({
    workspace: WorkspaceName.optional().describe('Left out: any that these credentials see.'),
    externalSessionId: Text(200).min(1).optional(),
    clientInstanceId: Text(200).min(1).optional(),
    nativeActorKey: Text(200).min(1).optional(),
    nativeInstanceKey: Text(200).min(1).optional(),
    path: Path.optional().describe('Worktree or private execution root.'),
  })
  .refine(
    ({ nativeInstanceKey, path, externalSessionId, clientInstanceId, nativeActorKey }) =>
      [externalSessionId, clientInstanceId, nativeActorKey, path].filter((given) => given !== undefined).length === 1 &&
      (nativeInstanceKey === undefined || path !== undefined),
    'name exactly one of externalSessionId, clientInstanceId, nativeActorKey and path; nativeInstanceKey goes with path',
  )
export type FindSession = z.infer<typeof FindSession>
export const FoundSession = z.object({ session: Session.nullable() })

/** One actor in a chain or a tree of them. */
export const ActorNode = z
  .object({
    id: z.string(),
    name: z.string(),
    nativeActorKey: z.string().nullable(),
    nativeParentActorKey: z.string().nullable(),
    thread: z.string(),
    status: z.enum(sessionStatuses),
    liveness: Session.shape.liveness,
    progress: Session.shape.progress,
    provider: z.string().nullable(),
    model: z.string().nullable(),
    harness: z.string().nullable(),
  })
  .meta({ id: 'ActorNode' })
export type ActorNode = z.infer<typeof ActorNode>
export const ActorChain = z.object({
  chain: z.array(ActorNode).describe('Root to leaf, the session last; at most 64. Empty for an unknown session.'),
  children: z.array(ActorNode).describe('Its direct children, oldest first; the first 200.'),
})
export type ActorChain = z.infer<typeof ActorChain>

export const UpdateSession = z.strictObject({
  ...(Object.fromEntries(Object.entries(clearable).map(([key, type]) => [key, type.nullable().optional()])) as {
    [Key in keyof typeof clearable]: z.ZodOptional<z.ZodNullable<(typeof clearable)[Key]>>
  }),
  name: described.name.optional(),
  attachPrecedence: described.attachPrecedence.nullable().optional(),
  labels: z
    .record(LabelKey, Text(255).nullable())
    .nullable()
    .optional()
    .describe('Merged into the labels it has; null for one removes it, null for all clears them.'),
  timeoutMs: timeoutMs.nullable().optional(),
  stallMs: stallMs.nullable().optional(),
})
export type UpdateSession = z.infer<typeof UpdateSession>

export const ReportProgress = z.strictObject({
  activity: Text(500).nullable().optional(),
  waitingFor: Text(500).nullable().optional().describe('Set: it waits for a person. null: it goes on.'),
})
export type ReportProgress = z.infer<typeof ReportProgress>

const counter = z.number().min(0)
export const ReportUsage = z.strictObject({
  ...(Object.fromEntries(usageCounters.map((key) => [key, counter.optional()])) as Record<
    UsageCounter,
    z.ZodOptional<typeof counter>
  >),
  source: z.enum(usageSources).default('agent'),
  delta: z
    .strictObject({ series: Text(200).min(1), interval: Text(200).min(1) })
    .optional()
    .describe('The figures are what was added in this interval of this series, not running totals.'),
})
export type ReportUsage = z.infer<typeof ReportUsage>

export const ContextQuery = z.strictObject({ path: Text(4096).min(1), scope: Text(500).optional() })
export type ContextQuery = z.infer<typeof ContextQuery>
export const ContextQueryEntry = z.object({ path: z.string(), scope: z.string().nullable(), queriedAt: Instant })

export const EndSession = z.strictObject({
  status: z.enum(sessionEnds).default('complete'),
  reason: Text(1000).optional(),
})
export type EndSession = z.infer<typeof EndSession>

/** What an operator abandons can be taken back for so long (OPS-6). */
export const undoWindowMs = 10_000

export const AbandonSession = z.strictObject({
  reason: Text(1000).min(1),
  now: z.boolean().default(false).describe('Without the window in which it can be undone.'),
})
export type AbandonSession = z.infer<typeof AbandonSession>
export const UndoAbandon = z.strictObject({ reason: Text(1000).optional() })
export type UndoAbandon = z.infer<typeof UndoAbandon>
/** What abandoning a session would free, and whom that concerns (OPS-1). */
export const AbandonPreview = z.object({
  session: Session,
  threads: z.array(
    z.object({
      threadId: z.uuid(),
      workspace: z.string(),
      thread: z.string(),
      generation: z.int(),
      since: Instant,
      next: z.object({ sessionId: z.string(), name: z.string() }).nullable().describe('Who waits first, and gets it when the window is over.'),
      waiting: z.int(),
    }),
  ),
  waitsFor: z.array(z.object({ threadId: z.uuid(), workspace: z.string(), thread: z.string(), since: Instant })).describe('Lines in which it loses its place.'),
  children: z.array(z.object({ id: z.string(), name: z.string() })).describe('Active sessions that have it as their parent; they go on. The first 200.'),
  undoWindowMs: z.int(),
})
export type AbandonPreview = z.infer<typeof AbandonPreview>

const many = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item).max(50).optional())

/** What can be said of a session with `not`, by the words that each field takes. */
export const negatedFields = [
  'status', 'liveness', 'progress', 'needs', 'workspace', 'thread', 'host', 'harness', 'provider', 'model', 'label', 'parent', 'q',
] as const
export type NegatedField = (typeof negatedFields)[number]

const closedWords = { status: sessionStatuses, liveness: livenessVerdicts, progress: progressStates, needs: ['you'] } as const
const negation = [
  ...Object.entries(closedWords).map(([field, words]) => `${field}:(${words.join('|')})`),
  `(${negatedFields.filter((field) => !(field in closedWords)).join('|')}):[^\\u0000\\ud800-\\udfff]*\\S[^\\u0000\\ud800-\\udfff]*`,
].join('|')
const Negation = z
  .string()
  .max(330)
  .regex(new RegExp(`^(${negation})$`, 'u'), 'is not like host:laptop-* or progress:stalled')
  .meta({ examples: ['host:laptop-*', 'progress:stalled'] })

export const SessionFilter = z.strictObject({
  status: many(z.enum(sessionStatuses)),
  liveness: many(z.enum(livenessVerdicts)),
  progress: many(z.enum(progressStates)),
  needs: many(z.enum(['you'])).describe('Those that wait for a person, are stalled, or died while they hold a thread.'),
  workspace: many(WorkspaceName).describe('As in every field of text, * stands for anything.'),
  thread: many(ThreadName),
  host: many(Text(253)).describe('Host id or host name.'),
  harness: many(Text(100)),
  provider: many(Text(100)),
  model: many(Text(100)),
  label: many(Text(320)).describe('key or key=value; every one given must fit.'),
  parent: many(Text(200)).describe('Native actor key of the parent.'),
  q: Text(200).optional().describe('Words found in name, id, thread, activity, model, harness, host or path.'),
  compare: many(Comparison).describe('cost, tokens, age, beat or progress with < or > and a number: US dollars, tokens, seconds.'),
  not: many(Negation).describe('field:value that must not fit, of the fields above: host:laptop-*, progress:stalled, q:words.'),
})
export type SessionFilter = z.infer<typeof SessionFilter>

export const ListSessions = SessionFilter.extend({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})
export type ListSessions = z.infer<typeof ListSessions>

export const CappedCount = z
  .object({ count: z.int(), capped: z.boolean().describe('true: there are at least this many.') })
  .meta({ id: 'CappedCount' })

export const SessionPage = z.object({
  items: z.array(Session),
  nextCursor: z.string().nullable(),
  total: CappedCount.nullable().describe('Only with the first page.'),
  feed: FeedCursor.describe('Where the change feed stood when this was read. Join a room from here.'),
  serverNow: Instant,
})
export type SessionPage = z.infer<typeof SessionPage>

export const SessionCounts = z
  .object({
    counts: z.object(Object.fromEntries(shownStates.map((state) => [state, CappedCount])) as Record<ShownState, typeof CappedCount>),
    needsYou: CappedCount.describe('How many of them wait for a person, are stalled, or died while they hold a thread.'),
    feed: FeedCursor,
    serverNow: Instant,
  })
  .meta({ id: 'SessionCounts' })
export type SessionCounts = z.infer<typeof SessionCounts>

export const SessionDetail = z.object({
  session: Session,
  contextQueries: z.array(ContextQueryEntry).describe('The newest 100.'),
  usageBySource: z.array(z.object({ source: z.enum(usageSources), usage: Usage, updatedAt: Instant })),
  holds: z.array(
    z.object({
      threadId: z.uuid(),
      workspace: z.string(),
      thread: z.string(),
      generation: z.int(),
      since: Instant,
      waiters: z.array(z.object({ sessionId: z.string(), name: z.string(), since: Instant })).describe('Who waits for it, the next first; the first 20.'),
    }),
  ),
  waitsFor: z.array(z.object({ threadId: z.uuid(), workspace: z.string(), thread: z.string(), since: Instant })),
  timeline: z.array(TimelineEntry).describe('Newest first; the newest 200.'),
  usageOverTime: z.array(z.object({ at: Instant, tokens: z.int(), costMicroUsd: z.int() })).describe('Totals by minute, oldest first; the newest 500.'),
  feed: FeedCursor,
  serverNow: Instant,
})
export type SessionDetail = z.infer<typeof SessionDetail>
