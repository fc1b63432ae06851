import { execFileSync } from 'node:child_process'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AuditEntry, type AuditPage } from '../../contract/audit.ts'
import { type Client } from '../../db/client.ts'
import { migrate } from '../../db/migrate.ts'
import { anna, as, writeEntries } from '../../test/audit.ts'
import { apiOf } from '../../test/api.ts'
import { agentActor, testContext } from '../../test/context.ts'
import { openLine } from '../../test/feed-follower.ts'
import { startCluster } from '../../test/postgres-cluster.ts'
import { startServer, type TestServer } from '../../test/server.ts'
import { registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { endSession } from '../sessions/end-session.ts'
import { makeToken } from '../tokens/make-token.ts'

let server: TestServer
let client: Client
let operator: Context
let secret: string

beforeAll(async () => {
  // Its own: a slow export must not hold back the feed, and the watermark is the cluster's.
  const cluster = await startCluster()
  afterAll(() => cluster.stop())
  await migrate(cluster.url)
  const opened = await testContext(cluster.url)
  client = opened.client
  operator = as(opened.ctx, anna)
  secret = (await makeToken(operator, { name: 'reader', role: 'viewer' })).secret
  // So little that the file would not fit in, and garbage is collected before it looks like growth.
  server = await startServer(cluster.url, { NODE_OPTIONS: '--max-old-space-size=96' })
})

const download = (query: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.url}/api/v1/audit/export?${query}`, { headers: { authorization: `Bearer ${secret}` }, agent: false }, resolve).on('error', reject)
  })

const kilobytes = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)]).toString())

/** Reads it all, and tells how large it was and how large the server was at most meanwhile. */
async function measure(query: string) {
  const response = await download(query)
  let bytes = 0
  let lines = 0
  let peak = kilobytes()
  let looked = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    for (const byte of piece) if (byte === 10) lines++
    if (bytes - looked < 2_000_000) continue
    looked = bytes
    peak = Math.max(peak, kilobytes())
  }
  return { bytes, lines, peakBytes: 1024 * Math.max(peak, kilobytes()) }
}

test('[OPS-5] ten times the rows take no more memory: the server does not grow with the file', async () => {
  const long = `repeat('a long reason ', 150) || n`
  await writeEntries(client, 4_000, long)
  await measure('format=csv')
  const small = await measure('format=csv')
  await writeEntries(client, 36_000, long)
  const large = await measure('format=csv')
  expect(small.lines).toBeGreaterThan(4_000)
  expect(large.lines - small.lines).toBe(36_000)
  expect(large.peakBytes - small.peakBytes).toBeLessThan((large.bytes - small.bytes) / 2)
}, 120_000)

test('[OPS-5] it comes as a file of its kind, with the day in its name, and equals the list', async () => {
  const response = await download('format=jsonl&actor=actor-7&action=token.made')
  expect(response.headers).toMatchObject({
    'content-type': 'application/jsonl; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="muster-audit-\d{4}-\d\d-\d\d\.jsonl"$/) as string,
  })
  const text = (await response.toArray()).join('')
  const { body } = await apiOf(server.url, secret)<AuditPage>('GET', '/audit?limit=1000&actor=actor-7&action=token.made')
  const entries = text.split('\n').slice(0, -1).map((line) => JSON.parse(line) as AuditEntry)
  expect(entries.slice(0, 1000)).toEqual(body.items)
})

test('[RT-1] while somebody reads an export slowly, changes reach the browsers', async () => {
  const { body: page } = await apiOf(server.url, secret)<AuditPage>('GET', '/audit?limit=1')
  const line = openLine(server.url, secret)
  onTestFinished(() => void line.disconnect())
  expect(await line.emitWithAck('room:join', { room: 'activity', cursor: page.feed })).toMatchObject({ ok: true })
  const slow = await download('format=jsonl')
  onTestFinished(() => void slow.destroy())
  slow.once('data', () => slow.pause())
  await expect.poll(() => slow.isPaused()).toBe(true)

  const told = new Promise<AuditEntry>((resolve) => line.on('feed:changed', ({ changes }) => resolve(changes[0]!.body as AuditEntry)))
  const agent = { ...operator, actor: agentActor('builder') }
  const { id } = await registered(agent, { name: 'api rate limits' })
  await endSession(operator, id, { status: 'abandoned', reason: 'stuck' })
  const since = performance.now()
  expect(await told).toMatchObject({ action: 'session.ended', actorName: 'Anna', targetName: 'api rate limits', reason: 'stuck' })
  // Postgres itself ends a transaction that idles for ten seconds, and would let it through then.
  expect(performance.now() - since).toBeLessThan(6_000)
})

test('[OPS-5] readers who go away in the middle leave nothing behind', async () => {
  const start = async () => {
    const response = await download('format=jsonl')
    response.once('data', () => response.destroy())
    await new Promise((resolve) => response.once('close', resolve))
  }
  for (let n = 0; n < 10; n++) await start()
  const before = kilobytes()
  for (let n = 0; n < 60; n++) await start()
  expect(kilobytes() - before).toBeLessThan(40_000)
  const { status } = await apiOf(server.url, secret)('GET', '/audit?limit=1')
  expect(status).toBe(200)
}, 120_000)

test('[SEC-2] an agent may neither list nor export it, nor join its room', async () => {
  const { secret: agent } = await makeToken(operator, { name: 'builder', role: 'agent' })
  const api = apiOf(server.url, agent)
  expect(await api('GET', '/audit')).toMatchObject({ status: 403, body: { error: { code: 'not_allowed' } } })
  expect(await api('GET', '/audit/export')).toMatchObject({ status: 403, body: { error: { code: 'not_allowed' } } })
  const line = openLine(server.url, agent)
  onTestFinished(() => void line.disconnect())
  expect(await line.emitWithAck('room:join', { room: 'activity', cursor: '1.1.1' })).toMatchObject({ ok: false, error: { code: 'not_allowed' } })
})
