import { createServer } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { type OperationId, operations } from '../../contract/operations.ts'
import { pino } from 'pino'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { testContext } from '../../test/context.ts'
import { FeedHealth } from '../changes/feed-health.ts'
import { createMetrics } from '../metrics.ts'
import { createAuth } from '../people/auth.ts'
import { RefusalCounts } from '../reservations/refusal-counts.ts'
import { WaitingLine } from '../reservations/waiting-line.ts'
import { aboutProcess } from '../system/about-process.ts'
import { addRoutes } from './add-routes.ts'
import { createApi } from './api.ts'
import { openApiDocument } from './openapi.ts'

const log = pino({ level: 'silent' })
const routes: { method: string; url: string; operation: OperationId | undefined }[] = []
let boom: (path: string) => Promise<{ status: number; text: string }>

beforeAll(async () => {
  const { ctx, db } = await testContext(await createDatabase())
  const metrics = createMetrics()
  const api = createApi({ server: createServer(), log, metrics, trustProxy: false, context: () => ctx, identify: async () => ({ actor: ctx.actor, endsInMs: null }) })
  api.fastify.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ method: one, url, operation: config?.operation })
  })
  const auth = createAuth({ db, baseUrl: 'http://127.0.0.1:1', secret: 'a secret for tests that is long enough', log })
  const health = new FeedHealth(db, log, metrics)
  const about = aboutProcess({ baseUrl: () => 'http://127.0.0.1:1', embedded: false, ratePerSecond: 10, health, metrics })
  addRoutes(api, { db, metrics, auth, health, about, refusals: new RefusalCounts(ctx, log), line: new WaitingLine(ctx, log) })

  api.fastify.get('/boom', async () => {
    throw new TypeError('secret thing is undefined, select * from tokens')
  })
  boom = async (path) => {
    const response = await api.fastify.inject(path)
    return { status: response.statusCode, text: response.body }
  }
})

test('[API-1] every route under /api/v1 is in the document, and everything in the document has its route', () => {
  const served = routes.filter(({ url }) => url.startsWith('/api/v1')).map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
  const described = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(served.toSorted()).toEqual(described.toSorted())
  expect(served.length).toBe(Object.keys(operations).length)
})

test('[API-1] every route under /api/v1 is an operation of the contract, so the page and agents have nothing else', () => {
  const unnamed = routes.filter(({ url, operation }) => url.startsWith('/api/v1') && !operation)
  expect(unnamed).toEqual([])
  expect(routes.filter(({ url }) => !url.startsWith('/api/v1')).map(({ url }) => url).toSorted()).toEqual([
    '/api/openapi.json', '/boom', '/healthz', '/metrics', '/readyz',
  ])
})

test('[GEN-6] a bug that nobody foresaw has the one shape, an incident to look for, and nothing of its insides', async () => {
  const { status, text } = await boom('/boom')
  expect(status).toBe(500)
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'internal', details: { incident: expect.stringMatching(/^[0-9a-f-]{36}$/) as string } } })
  expect(text).not.toMatch(/secret|select|undefined|TypeError|\.ts/)
})
