import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { onTestFinished } from 'vitest'
import { type Change, type Room } from '../contract/realtime.ts'
import { connect, type Db } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { formatCursor } from '../server/changes/feed-position.ts'
import { FeedTail, type FeedTailEvents } from '../server/changes/feed-tail.ts'
import { openFeed } from '../server/changes/open-feed.ts'
import { createLog } from '../server/log.ts'
import { joinRoom } from '../server/realtime/join-room.ts'
import { type TestCluster } from './postgres-cluster.ts'

const migrated = new WeakSet<TestCluster>()

/** A migrated database of one test's own on a cluster of its file's own, whose watermark nobody else holds. */
export async function databaseOn(cluster: TestCluster) {
  if (!migrated.has(cluster)) await migrate(cluster.url)
  migrated.add(cluster)
  const url = new URL(cluster.url)
  url.pathname = `/feed_${randomBytes(6).toString('hex')}`
  const server = postgres(new URL('/template1', url).href, { max: 1 })
  await server.unsafe(`create database ${url.pathname.slice(1)} template postgres`)
  await server.end()
  const { db, close } = connect(url.href, 6)
  onTestFinished(close)
  await openFeed(db)
  const client = postgres(url.href, { max: 1, onnotice: () => {} })
  onTestFinished(() => client.end({ timeout: 1 }))
  return { url: url.href, db, client }
}

/** The tail of a process, with everything that it delivered. */
export async function startTail(db: Db, onRead: FeedTailEvents['onRead'] = () => {}) {
  const tail = new FeedTail(db, createLog('silent'), await openFeed(db))
  const delivered: Change[] = []
  const deliveries: { changes: Change[]; cursor: string }[] = []
  const gaps = { count: 0 }
  tail.start({
    onChanges: (changes) => {
      delivered.push(...changes)
      deliveries.push({ changes, cursor: formatCursor(tail.settled) })
    },
    onGap: () => void gaps.count++,
    onRead,
  })
  onTestFinished(() => tail.stop())
  return {
    tail,
    gaps,
    deliveries,
    versionsOf: (entity: string) => delivered.filter((change) => change.entity === entity).map(({ version }) => version),
    cursor: () => formatCursor(tail.settled),
    join: (cursor: string, room: Room = 'fleet') => joinRoom({ db, tail, joiners: new Set() }, { room, cursor, workspace: null }, () => {}),
  }
}

/** A connection whose transaction the test steps through by hand. */
export async function openTransaction(url: string, application = 'tester') {
  const client = postgres(url, { max: 1, onnotice: () => {}, connection: { application_name: application } })
  onTestFinished(() => client.end({ timeout: 1 }))
  await client`begin`
  return client
}

export const writeChange = (client: postgres.Sql, entity: string, version: number) =>
  client`insert into changes (topic, entity, version, body) values ('session', ${entity}, ${version}, '{}') returning id::int, xid::text`
