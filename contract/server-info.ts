import { z } from 'zod'
import { Instant } from './ids.ts'
import { CappedCount } from './sessions.ts'

export const Workspace = z.object({ name: z.string(), active: CappedCount, lastStartedAt: Instant.nullable() }).meta({ id: 'Workspace' })
export const WorkspaceList = z.object({ items: z.array(Workspace) })

/** A table that grows, and what bounds it. */
export const Retention = z.object({
  table: z.string(),
  holds: z.string(),
  bound: z.string().describe('What keeps it from growing for ever, in words.'),
  bytes: z.int(),
  rows: CappedCount,
})

export const ServerInfo = z
  .object({
    version: z.string(),
    node: z.string(),
    postgres: z.string(),
    embedded: z.boolean(),
    baseUrl: z.string(),
    startedAt: Instant,
    processId: z.string(),
    feed: z.object({ lagMs: z.number(), sockets: z.int() }),
    limits: z.array(z.object({ name: z.string(), value: z.string(), setBy: z.string().nullable() })),
    retention: z.array(Retention),
  })
  .meta({ id: 'ServerInfo' })
export type ServerInfo = z.infer<typeof ServerInfo>
