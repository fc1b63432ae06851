import { sql } from 'drizzle-orm'
import { type Db } from '../../db/client.ts'
import { type FeedHealth } from '../changes/feed-health.ts'
import { type Metrics } from '../metrics.ts'
import { admit } from '../people/admit.ts'
import { type Api } from './api.ts'
import { openApiDocument } from './openapi.ts'

const tooFarBehindMs = 5_000

/** What is not part of /api/v1: health for load balancers, metrics, and the document of the API. */
export function systemRoutes(api: Api, { db, health, metrics }: { db: Db; health: FeedHealth; metrics: Metrics }) {
  const { fastify, identify } = api
  const document = openApiDocument()

  fastify.get('/healthz', async () => ({ ok: true }))

  // Only a process that has migrated listens, so an answer says that migrations are done.
  fastify.get('/readyz', async (_request, reply) => {
    const database = await db.execute(sql`select 1`).then(() => true, () => false)
    const feedLagMs = Math.round(health.lagMs())
    const ok = database && feedLagMs < tooFarBehindMs
    return reply.status(ok ? 200 : 503).send({ ok, database, migrations: true, feedLagMs })
  })

  fastify.get('/metrics', async (request, reply) => {
    await admit(identify, 'metrics', request.headers)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })

  fastify.get('/api/openapi.json', async (request) => {
    await admit(identify, 'openApiDocument', request.headers)
    return document
  })
}
