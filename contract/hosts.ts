import { z } from 'zod'
import { GivenInstant, Instant, SessionId, Text } from './ids.ts'

export const HostId = Text(200).min(1).meta({ examples: ['build-3'] })
const BootId = Text(200).min(1).describe('Of the boot that the machine is in.')
const pid = z.int().min(-2147483648).max(2147483647)
export const maxSightings = 1_000

export const sightingStates = ['seen', 'gone', 'reused'] as const
export type SightingState = (typeof sightingStates)[number]

export const HostProcesses = z.strictObject({
  bootId: BootId,
  cursor: SessionId.optional(),
  limit: z.coerce.number().int().min(1).max(maxSightings).default(maxSightings),
})
export type HostProcesses = z.infer<typeof HostProcesses>

export const HostProcess = z
  .object({
    sessionId: z.string(),
    pid: z.int(),
    processStartTime: z.string().nullable().describe('null only where the pid is zero or below.'),
    known: z.boolean().describe('You saw it before, so your word counts when it is gone.'),
    gone: z.boolean().describe('Known to be gone: only seeing it again would be news.'),
    due: z.boolean().describe('Seeing it would be news.'),
  })
  .meta({ id: 'HostProcess' })
export type HostProcess = z.infer<typeof HostProcess>

export const HostProcessPage = z.object({
  items: z.array(HostProcess),
  nextCursor: z.string().nullable(),
  asOf: Instant.describe('Look after you have read this, and send it along with what you saw.'),
})
export type HostProcessPage = z.infer<typeof HostProcessPage>

export const ReportHost = z.strictObject({
  hostname: Text(253).optional(),
  bootId: BootId,
  asOf: GivenInstant.optional().describe('From the list that was looked at: what was seen later, by whomever, counts more. Left out: now.'),
  processes: z
    .array(
      z.strictObject({
        sessionId: SessionId,
        pid,
        processStartTime: Text(100).nullable().default(null),
        state: z.enum(sightingStates).describe('gone: there is no such pid. reused: it started at another time.'),
      }),
    )
    .max(maxSightings)
    .default([])
    .describe('Of one session the last counts.'),
})
export type ReportHost = z.infer<typeof ReportHost>

export const sightingResults = ['counted', 'nothing_new', 'another_process', 'never_seen'] as const
export type SightingResult = (typeof sightingResults)[number]

export const HostReported = z.object({
  items: z
    .array(z.object({ sessionId: z.string(), result: z.enum(sightingResults) }))
    .describe(
      'another_process: no active session here names this process in this boot. never_seen: gone, but you never saw it there.',
    ),
})
export type HostReported = z.infer<typeof HostReported>
