import { z } from 'zod'
import { Instant } from './ids.ts'

export const timelineKinds = [
  'registered', 'attached', 'reserved', 'released', 'waiting', 'resumed', 'stalled', 'progressing',
  'quiet', 'dead', 'revived', 'ended', 'undone',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** One thing that happened to a session. */
export const TimelineEntry = z
  .object({
    id: z.int(),
    at: Instant,
    kind: z.enum(timelineKinds),
    subject: z.string().nullable().describe('What it was about: a thread, what it waited for, why it died.'),
    actor: z.string().nullable().describe('Who did it, when that was not the session itself.'),
  })
  .meta({ id: 'TimelineEntry' })
export type TimelineEntry = z.infer<typeof TimelineEntry>
