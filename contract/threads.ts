import { z } from 'zod'
import { Instant, SessionId, Text, ThreadName, WorkspaceName } from './ids.ts'
import { FeedCursor } from './realtime.ts'
import { CappedCount, livenessReasons, livenessVerdicts, progressStates, RegisterSession, Session, sessionEnds, sessionStatuses } from './sessions.ts'

const Anchor = Text(200).min(1)

/** Who has a thread, as much as somebody who was refused needs to know (GEN-6). */
export const ThreadOwner = z
  .object({
    sessionId: z.string(),
    name: z.string(),
    generation: z.int(),
    reservedAt: Instant,
    status: z.enum(sessionStatuses),
    verdict: z.enum(livenessVerdicts),
    reason: z.enum(livenessReasons),
    since: Instant.nullable().describe('Since when it is so alive or dead.'),
    progress: z.enum(progressStates).nullable(),
    refused: z.int().describe('How often others were told that it has the thread.'),
    undoUntil: Instant.nullable().describe('An operator abandoned it and may undo that until then; nobody else gets the thread before.'),
  })
  .meta({ id: 'ThreadOwner' })
export type ThreadOwner = z.infer<typeof ThreadOwner>

export const Thread = z
  .object({
    id: z.uuid(),
    version: z.int(),
    workspace: z.string(),
    name: z.string(),
    generation: z.int(),
    anchor: z.string().nullable(),
    reservedAt: Instant.nullable().describe('When it was last reserved.'),
    owner: ThreadOwner.nullable(),
    waiting: z.int().describe('How many wait in line.'),
  })
  .meta({ id: 'Thread' })
export type Thread = z.infer<typeof Thread>

export const threadStates = ['owned', 'dead_owner', 'waited_for', 'free'] as const
export const ListThreads = z.strictObject({
  workspace: WorkspaceName.optional(),
  state: z.enum(threadStates).optional().describe('Left out: all of them.'),
  q: Text(200).optional().describe("Words found in the thread's name, its owner's name or id."),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})
export type ListThreads = z.infer<typeof ListThreads>
export const ThreadPage = z.object({
  items: z.array(Thread),
  nextCursor: z.string().nullable(),
  total: CappedCount.nullable().describe('Only with the first page.'),
  feed: FeedCursor,
  serverNow: Instant,
})
export type ThreadPage = z.infer<typeof ThreadPage>

export const Waiter = z.object({
  sessionId: z.string(),
  name: z.string(),
  place: z.int().describe('1: the next.'),
  waitingSince: Instant,
})
/** One owner of a thread, present or past. */
export const Tenure = z.object({
  id: z.uuid(),
  sessionId: z.string(),
  name: z.string(),
  generation: z.int(),
  anchor: z.string().nullable(),
  reservedAt: Instant,
  releasedAt: Instant.nullable(),
  releasedAs: z.enum(sessionEnds).nullable(),
  releasedBy: z.string().nullable(),
  releaseReason: z.string().nullable(),
  refused: z.int(),
})
export type Tenure = z.infer<typeof Tenure>
export const ThreadDetail = z.object({
  thread: Thread,
  waiters: z.array(Waiter).describe('In the order in which they are served; the first 100.'),
  history: z.array(Tenure).describe('Newest first; the newest 200.'),
  feed: FeedCursor,
  serverNow: Instant,
})
export type ThreadDetail = z.infer<typeof ThreadDetail>

const together = ({ sessionId, session }: { sessionId?: unknown; session?: unknown }) => sessionId === undefined || session === undefined
export const ReserveThread = z.strictObject({
  workspace: WorkspaceName.optional().describe("Left out: the session's, else the one that the token is limited to, else `default`."),
  thread: ThreadName,
  sessionId: SessionId.optional().describe('An active session of yours that is to own the thread.'),
  session: RegisterSession.omit({ workspace: true, thread: true }).optional().describe('A new session that is to own it, made only if it gets it. Without this and sessionId: one of which nothing is said.'),
  anchor: Anchor.optional().describe('The state that the work builds on.'),
  expectedAnchor: Anchor.nullable().optional().describe("Refused as anchor_drift when the thread's anchor is another one. null: expects none."),
  waitMs: z.int().min(0).max(60_000).default(0).describe('How long to wait in line while somebody else has it.'),
}).refine(together, 'name sessionId or session, not both')
export type ReserveThread = z.infer<typeof ReserveThread>

export const HeldReservation = z
  .object({
    id: z.uuid(),
    threadId: z.uuid(),
    workspace: z.string(),
    thread: z.string(),
    generation: z.int().describe('A fencing token: grows by one with each owner of the thread.'),
    anchor: z.string().nullable(),
    reservedAt: Instant,
    token: z.string().describe('Shown once. Needed for every write in the name of the reservation.'),
  })
  .meta({ id: 'HeldReservation' })
export type HeldReservation = z.infer<typeof HeldReservation>

export const Reserved = z.union([
  z.object({
    outcome: z.literal('reserved'),
    reservation: HeldReservation,
    session: Session,
    secret: z.string().nullable().describe('Of the session, if it was made by this call. Shown once.'),
    again: z.boolean().describe('true: it owned the thread already. The token is new, the generation is not.'),
  }),
  z.object({
    outcome: z.literal('live_owner'),
    message: z.string(),
    hint: z.string(),
    thread: z.object({ id: z.uuid(), workspace: z.string(), name: z.string(), generation: z.int() }),
    owner: ThreadOwner,
  }),
])
export type Reserved = z.infer<typeof Reserved>

const ofReservation = {
  token: z.string().min(1).max(200),
  generation: z.int().min(0).optional().describe('Refused as stale_generation when the thread has had a newer owner since.'),
}
export const BeatReservation = z.strictObject(ofReservation)
export type BeatReservation = z.infer<typeof BeatReservation>
export const ReleaseReservation = z.strictObject({
  ...ofReservation,
  status: z.enum(sessionEnds).default('complete'),
  keepSession: z.boolean().default(false).describe('The session goes on without the thread.'),
  anchor: Anchor.optional().describe('The state that the next owner builds on.'),
  reason: Text(1000).optional(),
})
export type ReleaseReservation = z.infer<typeof ReleaseReservation>
export const ReleasedReservation = z.object({ thread: Thread, session: Session.nullable() })
export type ReleasedReservation = z.infer<typeof ReleasedReservation>

export const TakeOverThread = z.strictObject({
  generation: z.int().min(0).describe('Of the owner that was seen; refused as stale_generation when somebody else has it by now.'),
  sessionId: SessionId.optional().describe('Who gets it. Left out: whoever waits first, else nobody.'),
  reason: Text(1000).min(1),
})
export type TakeOverThread = z.infer<typeof TakeOverThread>
export const SetAnchor = z.strictObject({ anchor: Anchor.nullable(), reason: Text(1000).min(1) })
export type SetAnchor = z.infer<typeof SetAnchor>
