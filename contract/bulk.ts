import { z } from 'zod'
import { Instant, SessionId, Text } from './ids.ts'
import { CappedCount, SessionFilter } from './sessions.ts'

/** Forward by `running` to `done` or `stopped`, and back from there by `undoing` to `undone`. */
export const bulkStates = ['running', 'stopped', 'done', 'undoing', 'undone'] as const
export const bulkItemResults = ['pending', 'abandoned', 'skipped', 'failed', 'undone'] as const
/** How much longer the window of all is for each session that a job takes, so that the first can still be undone when the last is done. */
export const bulkPaceMs = 20
export type BulkState = (typeof bulkStates)[number]
/** What one act may be done to at once. */
export const maxBulk = 10_000

/** In an address one value may stand for a list of one; in a body a list is a list. */
const FilterInBody = z.strictObject(
  Object.fromEntries(Object.entries(SessionFilter.shape).map(([field, type]) => [field, type instanceof z.ZodPipe ? type.out : type])),
) as unknown as typeof SessionFilter

const Which = z.union([
  z.strictObject({ ids: z.array(SessionId).min(1).max(1_000) }),
  z.strictObject({ filter: FilterInBody.describe('All active sessions that match.') }),
])

export const PreviewBulk = z.strictObject({ which: Which })
export type PreviewBulk = z.infer<typeof PreviewBulk>

export const BulkPreview = z
  .object({
    count: CappedCount.describe('How many active sessions it would abandon.'),
    threads: z.int().describe('How many threads become free.'),
    waiters: z.int().describe('How many wait in line for those threads.'),
    sample: z.array(z.object({ id: z.string(), name: z.string(), thread: z.string() })).describe('The first ten.'),
  })
  .meta({ id: 'BulkPreview' })
export type BulkPreview = z.infer<typeof BulkPreview>

export const StartBulk = z.strictObject({
  which: Which,
  reason: Text(1000).min(1),
  count: z.int().min(1).max(maxBulk).describe('How many the preview named. When more are meant by now, or of a filter fewer, nothing is done.'),
  now: z.boolean().default(false).describe('Without the window in which it can be undone.'),
})
export type StartBulk = z.infer<typeof StartBulk>

export const BulkJob = z
  .object({
    id: z.uuid(),
    version: z.int(),
    state: z.enum(bulkStates),
    workspace: z.string().nullable(),
    reason: z.string(),
    by: z.string(),
    total: z.int(),
    abandoned: z.int(),
    skipped: z.int(),
    failed: z.int(),
    undone: z.int().describe('Of those that were abandoned, how many were taken back.'),
    startedAt: Instant,
    endedAt: Instant.nullable(),
    undoUntil: Instant.nullable().describe('Until then all of it can be undone, ten seconds and a little for each session after its start; null: no longer.'),
  })
  .meta({ id: 'BulkJob' })
export type BulkJob = z.infer<typeof BulkJob>

export const BulkDetail = z.object({
  job: BulkJob,
  items: z
    .array(z.object({ sessionId: z.string(), name: z.string(), result: z.enum(bulkItemResults), said: z.string().nullable() }))
    .describe('Those that went otherwise than they were meant to first, then in order; at most 1,000.'),
})
export type BulkDetail = z.infer<typeof BulkDetail>
export const BulkList = z.object({ items: z.array(BulkJob).describe('The newest 50.') })
export type BulkList = z.infer<typeof BulkList>
