import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { pino } from 'pino'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type ErrorAnswer } from '../contract/errors.ts'
import { type Operation, type OperationId, operations } from '../contract/operations.ts'
import { type ClientEvents, kindOf, type Room, roomKinds } from '../contract/realtime.ts'
import { type Door, isOpen, may, mayDo, mayJoin, type Role, secretMayDo } from '../contract/roles.ts'
import { type SessionPage } from '../contract/sessions.ts'
import { apiOf, type Credentials, headersOf } from '../test/api.ts'
import { openLine } from '../test/feed-follower.ts'
import { createDatabase } from '../test/postgres-cluster.ts'
import { startServer, type TestServer } from '../test/server.ts'
import { openWorld, type Walker } from '../test/walk-world.ts'
import { FeedHealth } from './changes/feed-health.ts'
import { addRoutes } from './http/add-routes.ts'
import { createApi } from './http/api.ts'
import { createMetrics } from './metrics.ts'
import { createAuth } from './people/auth.ts'
import { RefusalCounts } from './reservations/refusal-counts.ts'
import { WaitingLine } from './reservations/waiting-line.ts'
import { aboutProcess } from './system/about-process.ts'

let server: TestServer
let world: Awaited<ReturnType<typeof openWorld>>
let admin: Credentials

beforeAll(async () => {
  const url = await createDatabase()
  world = await openWorld(url)
  server = await startServer(url)
  admin = await walkerWho('an admin').credentials('')
})

const walkerWho = (who: string) => world.walkers.find((walker) => walker.who === who)!

/** What stands beside /api/v1, by the door that it is in the role table. */
const besides: Record<string, Door> = { '/healthz': 'healthz', '/readyz': 'readyz', '/metrics': 'metrics', '/api/openapi.json': 'openApiDocument' }

const aboutSession = (door: Door) => door === 'session:carry' || (door in operations && operations[door as OperationId].path.startsWith('/sessions/{id}'))

/** What the role table, and who a session belongs to, say of this walker at this door. */
function expected(door: Door, { role, standing }: Walker): string {
  if (isOpen(door)) return 'let in'
  if (role === null) return 'not_signed_in'
  const bySecret = standing === 'its secret' || standing === "another's secret"
  if (!may(role, door) || (bySecret && !secretMayDo.includes(door))) return 'not_allowed'
  if (door === 'reserveThread' && bySecret) return 'not_allowed'
  if (makesSession.includes(door) && standing === 'elsewhere') return 'wrong_workspace'
  if (!aboutSession(door)) return 'let in'
  if (standing === 'elsewhere' || standing === "another's secret") return neverMissed.includes(door) ? 'let in' : 'session_not_found'
  const writes = door === 'session:carry' || operations[door as OperationId].method !== 'GET'
  return writes && role === 'agent' && standing === 'stranger' ? 'not_your_session' : 'let in'
}

const makesSession: Door[] = ['registerSession', 'attachSession', 'reserveThread']

/** SES-7, SES-8: for a session that is missing these do nothing, and show nothing. */
const neverMissed: Door[] = ['recordContextQuery', 'readActorChain']

/** Past the door, these say that what was typed is wrong, not that the caller is. */
const wrongOnly = [
  'sign_in_failed', 'link_spent', 'too_many_attempts', 'not_set_up', 'reservation_not_found', 'thread_not_found', 'not_undoable', 'bulk_not_found',
]

async function knock(credentials: Credentials, method: string, path: string, body?: object) {
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headersOf(credentials, server.url), ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  if (response.status < 400) return { status: response.status, said: 'let in' }
  const { code } = (JSON.parse(text) as ErrorAnswer).error
  return { status: response.status, said: wrongOnly.includes(code) ? 'let in' : code }
}

const everyOperation = Object.entries(operations) as [OperationId, Operation][]
const named = ([id, { method, path }]: [OperationId, Operation]) => `${method} ${path} ${id}`

describe.each(everyOperation.map((entry) => [named(entry), ...entry] as const))('[SEC-1] [SEC-2] %s', (_name, id, operation) => {
  test('answers everybody as the role table says', async () => {
    const answers: Record<string, string> = {}
    const right: Record<string, string> = {}
    for (const walker of world.walkers) {
      const target = await world.freshSession(id === 'deleteSession')
      const { params = { id: target.id }, query = '', body } = await world.inputs[id]()
      const path = `/api/v1${operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name]!)}${query}`
      answers[walker.who] = (await knock(await walker.credentials(target.secret), operation.method, path, body)).said
      right[walker.who] = expected(id, walker)
    }
    expect(answers).toEqual(right)
  })
})

test.each(Object.entries(besides))('[SEC-1] %s answers everybody as the role table says', async (path, door) => {
  const target = await world.freshSession(false)
  for (const walker of world.walkers) {
    const credentials = await walker.credentials(target.secret)
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(server.url + path, { method, headers: headersOf(credentials, server.url) })
      const right = { 'let in': 200, not_signed_in: 401, not_allowed: 403 }[expected(door, walker)]
      expect(response.status, `${method} ${path} by ${walker.who}`).toBe(right)
    }
  }
})

test('[SEC-1] the walk left nothing out: the served document, every route, the role table and the inputs name the same', async () => {
  const response = await fetch(`${server.url}/api/openapi.json`, { headers: headersOf(admin, server.url) })
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, { operationId: string }>> }
  const served = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  expect(served.toSorted()).toEqual(Object.keys(operations).toSorted())
  expect(Object.keys(world.inputs).toSorted()).toEqual(served.toSorted())

  const doors = routesOf().map(({ url, operation }) => operation ?? besides[url] ?? `nobody guards ${url}`)
  const events = Object.keys(mayDo).filter((door) => door.includes(':'))
  expect([...new Set(doors), ...events].toSorted()).toEqual(Object.keys(mayDo).toSorted())
})

/** Every route that a server adds, as Fastify has it. */
function routesOf() {
  const log = pino({ level: 'silent' })
  const metrics = createMetrics()
  const { db } = world.ctx as { db: Parameters<typeof createAuth>[0]['db'] }
  const routes: { url: string; operation: Door | undefined }[] = []
  const api = createApi({ server: createServer(), log, metrics, trustProxy: false, context: () => world.ctx, identify: async () => null })
  api.fastify.addHook('onRoute', ({ url, config }) => void routes.push({ url, operation: config?.operation }))
  const health = new FeedHealth(db, log, metrics)
  const about = aboutProcess({ baseUrl: () => server.url, embedded: false, ratePerSecond: 10, health, metrics })
  addRoutes(api, { db, metrics, health, about, refusals: new RefusalCounts(world.ctx, log), line: new WaitingLine(world.ctx, log), auth: createAuth({ db, baseUrl: server.url, secret: 'x'.repeat(32), log }) })
  return routes
}

describe('[SEC-1] [SEC-2] every socket event', () => {
  const roomOf = (kind: (typeof roomKinds)[number], id: string): Room => (kind === 'session' ? `session:${id}` : kind === 'thread' ? `thread:${randomUUID()}` : kind)

  function joins(walker: Walker, room: Room): string {
    if (!may(walker.role, 'room:join') || !(mayJoin[kindOf(room)] as readonly (Role | null)[]).includes(walker.role)) return 'not_allowed'
    // A room of another workspace is as one in which nothing ever happens.
    const bySecret = walker.standing === "another's secret" || (walker.standing === 'its secret' && kindOf(room) !== 'session')
    return bySecret ? 'not_allowed' : 'let in'
  }

  test('answers everybody as the role table says, and what is no event is not answered', async () => {
    const { body } = await apiOf(server.url, admin)<SessionPage>('GET', '/sessions?limit=1')
    const target = await world.freshSession(false)
    for (const walker of world.walkers) {
      const line = openLine(server.url, await walker.credentials(target.secret))
      onTestFinished(() => void line.disconnect())
      const connected = await new Promise<string>((resolve) => {
        line.on('connect', () => resolve('let in'))
        line.on('connect_error', (error) => resolve((error as Error & { data: ErrorAnswer }).data.error.code))
      })
      expect(connected, walker.who).toBe(walker.role === null ? 'not_signed_in' : 'let in')
      if (walker.role === null) continue

      let unheard = true
      ;(line as { emit: (event: string, ...rest: unknown[]) => void }).emit('people:list', {}, () => (unheard = false))
      const said: Record<string, string> = {}
      const right: Record<string, string> = {}
      for (const kind of roomKinds) {
        const room = roomOf(kind, target.id)
        const answer = await line.emitWithAck('room:join', { room, cursor: body.feed })
        said[kind] = answer.ok ? 'let in' : answer.reset ? 'reset' : answer.error.code
        right[kind] = joins(walker, room)
        line.emit('room:leave', { room })
      }
      expect(said, walker.who).toEqual(right)
      const carried = await line.emitWithAck('session:carry', { sessionId: target.id })
      expect(carried.ok ? 'let in' : carried.error.code, walker.who).toBe(expected('session:carry', walker))
      expect(await line.emitWithAck('clock:ask')).toEqual({ serverNow: expect.any(String) as string })
      expect(unheard).toBe(true)
      expect(line.connected).toBe(true)
    }
  })

  test('is refused to whom the table does not name before anything of it is read', async () => {
    const events = Object.keys(mayDo).filter((door) => door.includes(':')) as (keyof ClientEvents)[]
    const { secret } = await world.freshSession(false)
    let refused = 0
    for (const walker of world.walkers.filter(({ role }) => role !== null)) {
      const line = openLine(server.url, await walker.credentials(secret))
      onTestFinished(() => void line.disconnect())
      for (const event of events.filter((door) => !may(walker.role, door))) {
        const answer = (await line.timeout(10_000).emitWithAck(event as 'room:join', {} as never)) as { error: { code: string } }
        expect(answer.error.code, `${event} by ${walker.who}`).toBe('not_allowed')
        refused += 1
      }
    }
    expect(refused).toBeGreaterThan(0)
  })

  test('is one of those that were tried', () => {
    const tried = { 'room:join': true, 'room:leave': true, 'clock:ask': true, 'session:carry': true } satisfies Record<keyof ClientEvents, true>
    expect(Object.keys(mayDo).filter((door) => door.includes(':')).toSorted()).toEqual(Object.keys(tried).toSorted())
  })
})
