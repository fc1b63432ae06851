import { z } from 'zod'
import { ErrorAnswer } from './errors.ts'
import { Instant, SessionId, Text, ThreadName, WorkspaceName } from './ids.ts'

export const maxBeats = 1_000

export const BeatSessions = z.strictObject({
  sessions: z.array(SessionId).min(1).max(maxBeats),
  allOrNothing: z.boolean().default(false).describe('true: one that can not beat refuses them all.'),
})
export type BeatSessions = z.infer<typeof BeatSessions>
export const BeatAnswers = z.object({
  items: z.array(z.object({ sessionId: z.string(), error: ErrorAnswer.shape.error.nullable() })).describe('In the order in which they were sent.'),
})
export type BeatAnswers = z.infer<typeof BeatAnswers>

/** While it holds, nobody is abandoned for missed beats (LIV-10). */
export const Breaker = z
  .object({
    version: z.int(),
    holds: z.boolean(),
    trippedAt: Instant.nullable(),
    holdsUntil: Instant.nullable(),
    clearedAt: Instant.nullable(),
    dead: z.int().describe('How many had died of silence when it was last looked at.'),
    active: z.int(),
  })
  .meta({ id: 'Breaker' })
export type Breaker = z.infer<typeof Breaker>
export const ClearBreaker = z.strictObject({ reason: Text(1000).min(1) })
export type ClearBreaker = z.infer<typeof ClearBreaker>

export const ReapSessions = z.strictObject({
  workspace: WorkspaceName.optional(),
  thread: ThreadName.optional().describe('Only the dead owner of this thread; needs the workspace.'),
  reason: Text(1000).min(1),
})
export type ReapSessions = z.infer<typeof ReapSessions>
export const Reaped = z.object({
  abandoned: z.int(),
  heldBack: z.int().describe('Dead by missed beats, but the breaker holds.'),
})
export type Reaped = z.infer<typeof Reaped>

export const FleetHistoryQuery = z.strictObject({
  workspace: WorkspaceName.optional().describe('Left out: all of them together.'),
  minutes: z.coerce.number().int().min(5).max(10_080).default(60),
})
export type FleetHistoryQuery = z.infer<typeof FleetHistoryQuery>
export const FleetSample = z
  .object({
    at: Instant,
    alive: z.int(),
    waiting: z.int(),
    stalled: z.int(),
    quiet: z.int(),
    dead: z.int(),
    unknown: z.int(),
    costMicroUsd: z.int(),
    tokens: z.int(),
    conflicts: z.int(),
    feedLagMs: z.int(),
  })
  .meta({ id: 'FleetSample' })
export type FleetSample = z.infer<typeof FleetSample>
export const FleetHistory = z.object({
  samples: z.array(FleetSample).describe('Oldest first; merged where there are more than 360.'),
  lastHour: z.object({ costMicroUsd: z.int(), tokens: z.int() }),
  breaker: Breaker,
  serverNow: Instant,
})
export type FleetHistory = z.infer<typeof FleetHistory>
