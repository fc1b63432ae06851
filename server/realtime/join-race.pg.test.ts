import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Frame } from '../../contract/realtime.ts'
import { connect } from '../../db/client.ts'
import { agentActor } from '../../test/context.ts'
import { judgeEnd, judgeOrder } from '../../test/feed-checker.ts'
import { openLine } from '../../test/feed-follower.ts'
import { type History } from '../../test/feed-history.ts'
import { databaseOn, openTransaction, writeChange } from '../../test/feed-tail.ts'
import { startCluster, type TestCluster } from '../../test/postgres-cluster.ts'
import { formatCursor } from '../changes/feed-position.ts'
import { FeedTail } from '../changes/feed-tail.ts'
import { openFeed } from '../changes/open-feed.ts'
import { type Context } from '../context.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { CarriedSessions } from './carried-sessions.ts'
import { serveSockets } from './serve-sockets.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

/** Sockets whose joins read through a single connection, so that a test can hold a join up in its middle. */
async function serveHeldUp() {
  const { url, db, client } = await databaseOn(cluster)
  const single = connect(url, 1)
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const log = createLog('silent')
  const tail = new FeedTail(db, log, await openFeed(db))
  const actor = agentActor('one')
  const identify = async () => ({ actor, endsInMs: null })
  const ctx: Context = { db, actor, settings: { sessionRetentionMs: 1e9, deadGraceMs: null }, hint: () => {} }
  const carried = new CarriedSessions({ context: () => ctx, system: ctx, processId: randomUUID(), log, now: tail.now })
  const sockets = serveSockets({ http, db: single.db, log, metrics: createMetrics(), tail, identify, limit: () => {}, carried })
  tail.start({ ...sockets, onRead: () => {} })
  onTestFinished(async () => {
    await tail.stop()
    await sockets.stop()
    http.close()
    await single.close()
  })
  const holdUp = async () => {
    const held = await single.client.reserve()
    return () => held.release()
  }
  const open = () => {
    const line = openLine(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, 'any')
    onTestFinished(() => void line.disconnect())
    const history: History = { room: 'fleet', seen: [] }
    const note = (kind: 'joined' | 'frame', { changes, cursor, serverNow }: Frame) => {
      const told = changes.map(({ entity, version }) => ({ entity, version, gone: false }))
      history.seen.push({ kind, changes: told, cursor, serverNow, server: '' })
    }
    line.on('feed:changed', (frame) => note('frame', frame))
    const join = (from: string) =>
      new Promise<string>((resolve, reject) =>
        line.emit('room:join', { room: 'fleet', cursor: from }, (answer) => {
          if (!answer.ok) return reject(new Error('not let in'))
          note('joined', answer.frame)
          resolve(answer.frame.cursor)
        }),
      )
    return { line, history, join }
  }
  return { url, db, client, tail, holdUp, open }
}

test('[RT-3] changes are delivered while a join is reading what was missed: the one who joins gets them all, in order', async () => {
  const { db, client, tail, holdUp, open } = await serveHeldUp()
  const [witness, joiner] = [open(), open()]
  const from = formatCursor(await openFeed(db))
  await witness.join(from)
  await writeChange(client, 'one', 1)
  await tail.caughtUp()

  const letGo = await holdUp()
  const joined = joiner.join(from)
  await joiner.line.emitWithAck('clock:ask')
  for (const version of [2, 3, 4]) {
    await writeChange(client, 'one', version)
    await writeChange(client, `new-${version}`, 1)
    await tail.caughtUp()
  }
  // The room was sent all of it: nothing is left to come that would make up for what a join loses.
  await vi.waitFor(() => expect(JSON.stringify(witness.history)).toContain('new-4'))
  letGo()
  await joined
  await writeChange(client, 'one', 5)
  await tail.caughtUp()

  const final = new Map(['new-2', 'new-3', 'new-4'].map((entity) => [entity, { version: 1, gone: false }])).set('one', { version: 5, gone: false })
  for (const { history } of [witness, joiner]) {
    await vi.waitFor(() => expect(judgeEnd(history, final)).toEqual([]))
    expect(judgeOrder(history)).toEqual([])
  }
})

test('[RT-3] the cursor of every frame covers what was sent with it and before, and no more', async () => {
  const { url, db, client, tail, open } = await serveHeldUp()
  const { history, join, line } = open()
  const start = await join(formatCursor(await openFeed(db)))
  const late = await openTransaction(url)
  await late`select pg_current_xact_id()`
  for (let version = 1; version <= 40; version++) {
    await writeChange(client, `s-${version % 5}`, version)
    if (version === 20) {
      await writeChange(late, 'late', 1)
      await late`commit`
    }
    await tail.caughtUp()
  }
  await vi.waitFor(() => expect(history.seen.flatMap((event) => (event.kind === 'frame' ? event.changes : [])).map(({ version }) => version)).toContain(40))
  await line.emitWithAck('clock:ask')

  // A client that is cut off after any of its frames and joins from that frame's cursor ends with everything.
  const rows = await client<{ entity: string; version: number }[]>`select entity, max(version)::int as version from changes group by entity`
  const final = new Map(rows.map(({ entity, version }) => [entity, { version, gone: false }]))
  const cursors = [start, ...history.seen.flatMap((event) => (event.kind === 'frame' ? [event.cursor] : []))]
  expect(cursors.length).toBeGreaterThan(2)
  for (const [at, cursor] of cursors.entries()) {
    const again = open()
    await again.join(cursor)
    const seen = [...history.seen.slice(0, at + 1), { kind: 'lost' } as const, ...again.history.seen]
    expect(judgeEnd({ room: 'fleet', seen }, final), `cut after frame ${at}`).toEqual([])
    expect(judgeOrder({ room: 'fleet', seen })).toEqual([])
  }
})
