import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'
import { type FeedHealth } from '../changes/feed-health.ts'
import { type Metrics } from '../metrics.ts'
import { type AboutProcess } from './read-server-info.ts'

const manifest = new URL('../../package.json', import.meta.url)
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')))
const startedAt = new Date(performance.timeOrigin).toISOString()

type Deps = { baseUrl: () => string; embedded: boolean; ratePerSecond: number; health: FeedHealth; metrics: Metrics }

/** The port is known only once it listens, so the address is asked for when it is needed. */
export const aboutProcess = ({ baseUrl, embedded, ratePerSecond, health, metrics }: Deps) => (): AboutProcess => ({
  version,
  embedded,
  ratePerSecond,
  baseUrl: baseUrl(),
  startedAt,
  processId: `${process.pid} on ${hostname()}`,
  feed: async () => ({
    lagMs: Math.round(health.lagMs()),
    sockets: (await metrics.sockets.get()).values[0]?.value ?? 0,
  }),
})
